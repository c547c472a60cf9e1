// SPDX-License-Identifier: BSL-1.0
// deck.export: a deck becomes a file, and an address that opens it for a while.
#pragma once

#include "convert.hpp"
#include "pdf.hpp"
#include "pptx.hpp"

namespace deck_service {

struct export_deck : deck_jobs::export_job {
  /// The address is signed for longer than its job type promises: it is handed out a little after.
  static constexpr auto signed_for = std::chrono::hours{2};
  using format = deck_jobs::export_input::format;

  workshop shop;
  explicit export_deck(workshop with) : shop(std::move(with)) {}

  outcome<deck_jobs::export_output> operator()(context& ctx,
                                               const deck_jobs::export_input& in) const {
    const std::string& tenant = ctx.requested_by().tenant;
    ctx.enter<"preparing">();
    if (!is_name(in.document) || !is_name(tenant))
      return fail<error::validation_error>("a document is one name");
    const auto document = files::read(shop.store->deck(tenant, in.document));
    if (!document) return fail<error::validation_error>("there is no such deck; convert it first");
    const auto read = pawl::json::decode<deck>(pawl::text(*document));
    if (!read) return fail<error::corruption_detected>("the deck is damaged; convert it again");

    ctx.enter<"rendering_slides">();
    const bool as_pdf = in.target == format::pdf;
    pdf_writer pdf;
    pptx_writer pptx;
    for (std::size_t i = 0; i < read->slides.size(); ++i) {
      ctx.stop_here();
      as_pdf ? pdf.add(read->slides[i]) : pptx.add(read->slides[i]);
      ctx.progress(static_cast<int>((i + 1) * 100 / read->slides.size()));
    }

    ctx.enter<"packaging">();
    const std::string bytes = as_pdf ? pdf.finish(read->title) : pptx.finish();

    ctx.enter<"uploading_artifact">();
    const std::string name = name_of(ctx.job_id(), in.target);
    files::write(shop.store->exported(tenant, name), bytes);

    ctx.enter<"finalizing">();
    const pawl::instant until = ctx.now() + signed_for;
    ctx.link(shop.store->sign(tenant, name, until), until);
    return deck_jobs::export_output{"exports/" + name};
  }

  outcome<deck_jobs::export_output> on_exception(const std::exception& what) const {
    if (dynamic_cast<const std::system_error*>(&what) == nullptr) throw;
    return fail<error::transient_storage>("a file could not be read or written", what.what());
  }
  /// Of a job that has not succeeded nothing stays.
  void on_end(const pawl::job_record& ended, pawl::follow_ups& next) const {
    if (ended.kind != pawl::kind::success)
      for (const format each : {format::pdf, format::pptx})
        fs::remove(shop.store->exported(ended.tenant, name_of(to_string(ended.id), each)));
    shop.tell(ended, next);
  }

  static std::string name_of(std::string_view job, format as) {
    return std::string(job) + (as == format::pdf ? ".pdf" : ".pptx");
  }
};

}  // namespace deck_service
