// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>

#include <pawl/detail/one_mode.hpp>
#include <pawl/expected.hpp>
#include <pawl/http/caller.hpp>

/// Tokens in a file: `pawl-token` issues and revokes them, a running service follows.

namespace pawl::http {

/// A token as the file knows it: never the token itself.
struct token_record {
  std::string digest{};  ///< SHA-256, 64 hexadecimal digits; the first twelve are its id
  std::string tenant{};
  std::string user{};
  std::string organisation{};
  std::vector<std::string> permissions{};
  instant issued{};
  std::optional<instant> expires{};
  /// In what part its holder raises events: the name of a `pawl::trigger`; none: `api`.
  std::optional<std::string> trigger{};

  [[nodiscard]] std::string id() const { return digest.substr(0, 12); }
};

/// What the file holds, as JSON.
struct token_list {
  int version = 1;
  std::vector<token_record> tokens{};
};

/// The permission that is called so.
[[nodiscard]] std::optional<permission> permission_called(std::string_view name);

/// The trigger that is called so.
[[nodiscard]] std::optional<trigger> trigger_called(std::string_view name);

/// Refused with a sentence: if others than the file's owner can read or write it, if it is a link,
/// too large, or not such a list. Nothing of it is repeated in the sentence.
[[nodiscard]] expected<token_list, std::string> read_token_file(const std::string& path);

/// Changes the file, while no other process does; one that is not there is made. It is always
/// whole: what is written elsewhere takes its place at once, readable by its owner only. `change`
/// answers what is wrong; then nothing is written.
[[nodiscard]] expected<void, std::string> change_token_file(
    const std::string& path, const std::function<std::string(token_list&)>& change);

/// A token with its record: 32 random bytes, said once.
struct issued_token {
  std::string token{};
  token_record record{};
};
[[nodiscard]] issued_token make_token(token_record of);

struct token_file_options {
  std::chrono::milliseconds check_every{1'000};
  std::function<void(const std::string&)> on_trouble{};
};

/// The tokens of a file as proof of who asks. Any number of threads ask.
///
/// The file is looked at again after `check_every`: what was issued opens, what was revoked or has
/// expired does not, and ends its streams. A file that cannot be read proves nobody, and
/// `on_trouble` is told once, by the thread that asked.
class token_file : public authenticator {
 public:
  explicit token_file(std::string path, token_file_options how = {});

  [[nodiscard]] std::optional<caller> identify(const request& of) override;
  /// Why the file proves nobody; empty if it can be read.
  [[nodiscard]] std::string trouble();

 private:
  /// What tells a file from the one that stood there before.
  struct identity {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    std::int64_t changed_ns = 0;
    std::int64_t size = -1;
    friend bool operator==(const identity&, const identity&) = default;
  };
  static identity look(const std::string& path);
  void follow();

  const std::string path_;
  const token_file_options how_;
  std::mutex changes_;  ///< held while anything below is read or changed
  std::optional<std::chrono::steady_clock::time_point> looked_{};
  identity seen_{};
  std::optional<std::chrono::system_clock::time_point> next_expiry_{};
  std::string trouble_{};
  bearer_tokens known_;
};

}  // namespace pawl::http

#if !PAWL_COMPILED
#include <pawl/http/token_file.ipp>
#endif
