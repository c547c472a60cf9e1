// SPDX-License-Identifier: BSL-1.0
// Issues and revokes the tokens of a service: a file that holds their digests, and never a token.
#include <charconv>
#include <iostream>

#include <pawl/codec/time.hpp>
#include <pawl/http/token_file.hpp>

namespace {

namespace http = pawl::http;

constexpr const char* usage =
    R"(usage: pawl-token issue FILE --tenant T --user U --allow P[,P...] [--organisation O] [--days N]
                             [--trigger api|workflow|user|system]
       pawl-token list FILE
       pawl-token revoke FILE ID

issue   prints a new token, once: the file keeps its digest only. P is read, submit, control,
        callback or operate. With --days it expires. The trigger is in what part its holder raises
        events, which a job's lifecycle may ask for: api, unless it is given.
list    shows whose tokens there are, by their ids.
revoke  ends a token. A service that follows the file refuses it within a second, and ends its
        streams.
)";

struct arguments {
  std::string command{};
  std::string file{};
  std::string id{};
  std::string tenant{};
  std::string user{};
  std::string organisation{};
  std::string allow{};
  std::string trigger{};
  int days = 0;
};

std::optional<arguments> read_arguments(int argc, char** argv) {
  if (argc < 3) return {};
  arguments out{.command = argv[1], .file = argv[2]};
  int i = 3;
  if (out.command == "revoke" && i < argc) out.id = argv[i++];
  for (; i + 1 < argc && out.command == "issue"; i += 2) {
    const std::string_view name = argv[i];
    const std::string_view value = argv[i + 1];
    if (name == "--tenant")
      out.tenant = value;
    else if (name == "--user")
      out.user = value;
    else if (name == "--organisation")
      out.organisation = value;
    else if (name == "--allow")
      out.allow = value;
    else if (name == "--trigger")
      out.trigger = value;
    else if (name == "--days") {
      const auto [end, error] =
          std::from_chars(value.data(), value.data() + value.size(), out.days);
      if (error != std::errc{} || end != value.data() + value.size() || out.days <= 0) return {};
    } else
      return {};
  }
  const bool complete =
      out.command == "list" || (out.command == "revoke" && !out.id.empty()) ||
      (out.command == "issue" && !out.tenant.empty() && !out.user.empty() && !out.allow.empty());
  if (i != argc || !complete) return {};
  return out;
}

int fail(const std::string& why) {
  std::cerr << "pawl-token: " << why << '\n';
  return 1;
}

int issue(const arguments& of) {
  http::token_record record{.tenant = of.tenant, .user = of.user, .organisation = of.organisation};
  for (std::string_view rest = of.allow; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(','));
    if (!http::permission_called(name))
      return fail("there is no permission '" + std::string(name) +
                  "', only read, submit, control, callback and operate");
    record.permissions.emplace_back(name);
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
  if (!of.trigger.empty()) {
    if (!http::trigger_called(of.trigger))
      return fail("there is no trigger '" + of.trigger + "', only api, workflow, user and system");
    record.trigger = of.trigger;
  }
  if (!pawl::valid_tenant(of.tenant)) return fail("a tenant has 1 to 255 bytes of readable text");
  record.issued =
      std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  if (of.days != 0) record.expires = record.issued + std::chrono::hours{24} * of.days;
  const http::issued_token made = http::make_token(std::move(record));
  const auto written = http::change_token_file(of.file, [&](http::token_list& list) {
    list.tokens.push_back(made.record);
    return std::string();
  });
  if (!written) return fail(written.error());
  std::cout << made.token << std::endl;
  std::cerr << "issued " << made.record.id() << " to " << of.user << " of " << of.tenant << '\n';
  return 0;
}

int list(const arguments& of) {
  const auto found = http::read_token_file(of.file);
  if (!found) return fail(found.error());
  for (const http::token_record& each : found->tokens) {
    std::cout << each.id() << "  " << each.tenant << "  " << each.user << "  ";
    for (std::size_t i = 0; i < each.permissions.size(); ++i)
      std::cout << (i == 0 ? "" : ",") << each.permissions[i];
    if (each.trigger) std::cout << "  as " << *each.trigger;
    const auto day = [](pawl::instant time) {
      pawl::detail::codec::time_text spelled;
      print_time(time, spelled);
      return std::string(spelled.chars, std::min<std::size_t>(spelled.size, 10));
    };
    std::cout << "  issued " << day(each.issued);
    if (each.expires) std::cout << "  expires " << day(*each.expires);
    std::cout << '\n';
  }
  return 0;
}

int revoke(const arguments& of) {
  const auto done = http::change_token_file(of.file, [&](http::token_list& all) {
    const auto is_it = [&](const http::token_record& each) { return each.id() == of.id; };
    return std::erase_if(all.tokens, is_it) == 1 ? std::string()
                                                 : "there is no token '" + of.id + "'";
  });
  if (!done) return fail(done.error());
  std::cerr << "revoked " << of.id << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--help") {
    std::cout << usage;
    return 0;
  }
  const auto asked = read_arguments(argc, argv);
  if (!asked) {
    std::cerr << usage;
    return 2;
  }
  if (asked->command == "issue") return issue(*asked);
  return asked->command == "list" ? list(*asked) : revoke(*asked);
}
