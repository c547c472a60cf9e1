// SPDX-License-Identifier: BSL-1.0
// The API in a server that is not ours: cpp-httplib, which a program may have already. Prints its
// address and ends with its input.
#include <httplib.h>

#include <iostream>
#include <thread>

#include <pawl/http/api.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

namespace {

struct order {
  std::string customer;
  int cents;
};
struct bill : pawl::job<"shop.bill", pawl::lifecycles::service,
                        pawl::errors<pawl::error::validation_error>> {
  outcome<std::string> operator()(context&, order in) const {
    if (in.cents <= 0) return fail<pawl::error::validation_error>("there is nothing to pay");
    return in.customer + " owes " + std::to_string(in.cents) + " cents";
  }
};

// [mount]
namespace http = pawl::http;

http::request taken_from(const httplib::Request& in) {
  // cpp-httplib sends no body in answer to a HEAD by itself.
  http::request out{.method = in.method == "HEAD" ? "GET" : in.method,
                    .target = in.target,
                    .headers = {},
                    .body = in.body,
                    .peer = in.remote_addr};
  for (const auto& [name, value] : in.headers) out.headers.push_back({name, value});
  return out;
}

void send(http::response from, httplib::Response& to) {
  to.status = static_cast<int>(from.status);
  std::string type;
  for (http::header& each : from.headers)
    if (http::same_name(each.name, "Content-Type"))
      type = std::move(each.value);
    else
      to.set_header(each.name, each.value);
  if (!from.stream) {
    if (!type.empty()) to.set_content(from.body, type);
    return;
  }
  // Here a stream has a thread for itself. It is called again until it says that it is done.
  to.set_chunked_content_provider(type, [stream = std::shared_ptr(std::move(from.stream))](
                                            std::size_t, httplib::DataSink& sink) {
    std::string out;
    const auto state = stream->read(out);
    if (!out.empty() && !sink.write(out.data(), out.size())) return false;
    if (state == http::event_stream::state::ended) sink.done();
    if (state == http::event_stream::state::open) stream->wait(std::chrono::seconds{1});
    return sink.is_writable();
  });
}

template <class Api>
void mount(Api& api, httplib::Server& in) {
  const auto handle = [&api](const httplib::Request& asked, httplib::Response& answer) {
    send(api.handle(taken_from(asked)), answer);
  };
  in.Get(".*", handle).Post(".*", handle).Put(".*", handle).Patch(".*", handle);
  in.Delete(".*", handle).Options(".*", handle);
  in.set_payload_max_length(api.core().options().most_body_bytes);
}
// [end]

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  auto store = pawl::storage::sqlite<>::open(argv[1]);
  if (!store) return 1;
  pawl::service jobs{*std::move(store), bill{}};
  if (!jobs.start()) return 1;
  auto tokens = std::make_shared<http::bearer_tokens>();
  tokens->add("let me in",
              {{.tenant = "shop", .user = "ann", .organisation = {}}, http::permissions::all()});
  http::api<http::read_only, http::submit, http::control, http::events> api{jobs, {.auth = tokens}};

  httplib::Server app;
  app.Get("/", [](const httplib::Request&, httplib::Response& answer) {
    answer.set_content("a shop\n", "text/plain");
  });
  mount(api, app);
  const int port = app.bind_to_any_port("127.0.0.1");
  std::thread serving([&] { app.listen_after_bind(); });
  std::cout << "http://127.0.0.1:" << port << std::endl;
  std::cin.get();
  api.core().close_streams();
  app.stop();
  serving.join();
  jobs.stop();
  return 0;
}
