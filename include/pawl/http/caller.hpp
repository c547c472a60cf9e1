// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include <pawl/codec/sha256.hpp>
#include <pawl/http/constant_time.hpp>
#include <pawl/http/message.hpp>
#include <pawl/job/descriptor.hpp>
#include <pawl/job/principal.hpp>
#include <pawl/job/record.hpp>
#include <pawl/storage/scope.hpp>

namespace pawl::http {

namespace detail {

using token_of_a_caller =
    pawl::refused<"pawl: a token proves a caller, which", "is a principal and permissions;",
                  "write add(token,", "{{.tenant = \"acme\"},", "{permission::read}})">;

}  // namespace detail

/// What a caller may do. A token carries a set of these.
enum class permission : unsigned char {
  read,      ///< see jobs and their results
  submit,    ///< make new ones
  control,   ///< cancel and run them
  callback,  ///< report what was done elsewhere
  operate    ///< dead letters, operators' details, metrics
};

inline constexpr permission every_permission[] = {permission::read, permission::submit,
                                                  permission::control, permission::callback,
                                                  permission::operate};

class permissions {
 public:
  constexpr permissions() = default;
  constexpr permissions(std::initializer_list<permission> list) {
    for (const permission each : list) add(each);
  }
  constexpr void add(permission which) { bits_ |= bit(which); }
  [[nodiscard]] static constexpr permissions all() {
    permissions out;
    for (const permission each : every_permission) out.add(each);
    return out;
  }
  [[nodiscard]] constexpr bool has(permission which) const { return (bits_ & bit(which)) != 0; }
  /// Those of both.
  friend constexpr permissions operator&(permissions a, permissions b) {
    a.bits_ &= b.bits_;
    return a;
  }
  friend constexpr bool operator==(const permissions&, const permissions&) = default;

 private:
  static constexpr unsigned bit(permission which) { return 1U << static_cast<unsigned>(which); }
  unsigned bits_ = 0;
};

/// Who a request comes from, once that was made sure.
struct caller {
  principal who{};
  permissions may{};

  friend bool operator==(const caller&, const caller&) = default;
};

/// An operator of the root tenant as one that looks at another tenant, and only looks; nothing if
/// the caller may not.
[[nodiscard]] inline std::optional<caller> looking_at(const std::string& tenant,
                                                      const caller& who) {
  if (who.who.tenant != root_tenant || !who.may.has(permission::operate) || !valid_tenant(tenant))
    return {};
  caller out = who;
  out.who.tenant = tenant;
  out.may = who.may & permissions{permission::read, permission::operate};
  return out;
}

/// Finds out who sent a request. Any number of threads ask at once.
class authenticator {
 public:
  authenticator() = default;
  authenticator(const authenticator&) = delete;
  authenticator& operator=(const authenticator&) = delete;
  virtual ~authenticator() = default;

  /// Nothing if the request proves nobody.
  [[nodiscard]] virtual std::optional<caller> identify(const request& of) = 0;
  /// False if it takes every request for a caller's: such an API is served to its own machine only.
  [[nodiscard]] virtual bool asks_for_proof() const { return true; }
};

/// The token of an `Authorization: Bearer …` header; nothing if there is none, or two headers.
[[nodiscard]] inline std::optional<std::string_view> bearer_token(const request& of) {
  const std::string* found = nullptr;
  for (const header& each : of.headers) {
    if (!same_name(each.name, "authorization")) continue;
    if (found != nullptr) return {};
    found = &each.value;
  }
  constexpr std::string_view scheme = "bearer ";
  if (found == nullptr || found->size() <= scheme.size() ||
      !same_name(std::string_view(*found).substr(0, scheme.size()), scheme))
    return {};
  return std::string_view(*found).substr(scheme.size());
}

/// Bearer tokens that are known only by their SHA-256: what is stolen from here opens nothing.
class bearer_tokens : public authenticator {
 public:
  /// How a token is kept, and what a command that revokes one names.
  [[nodiscard]] static sha256_digest digest_of(std::string_view token) {
    return sha256_of(text(token));
  }

  void add(std::string_view token, caller who) { add(digest_of(token), std::move(who)); }
  template <class Given, class Because = detail::token_of_a_caller>
    requires(!__is_same(Given, caller))
  void add(std::string_view, const Given&) = PAWL_DELETE("pawl: a token proves a caller");
  void add(const sha256_digest& digest, caller who) {
    const std::lock_guard lock(changes_);
    known_.push_back({digest, std::move(who)});
  }
  /// These are known from now on, and no others.
  void replace(std::vector<std::pair<sha256_digest, caller>> all) {
    std::vector<entry> known;
    for (auto& [digest, who] : all) known.push_back({digest, std::move(who)});
    const std::lock_guard lock(changes_);
    known_ = std::move(known);
  }
  /// From now on the token proves nobody; streams that were opened with it end.
  void revoke(const sha256_digest& digest) {
    const std::lock_guard lock(changes_);
    std::erase_if(known_, [&](const entry& each) { return each.digest == digest; });
  }

  [[nodiscard]] std::optional<caller> identify(const request& of) override {
    const auto token = bearer_token(of);
    if (!token) return {};
    const sha256_digest digest = digest_of(*token);
    const std::lock_guard lock(changes_);
    const entry* const found = find_throughout(known_, digest.bytes);
    if (found == nullptr) return {};
    return found->who;
  }

 private:
  struct entry {
    sha256_digest digest{};
    caller who{};
  };

  std::mutex changes_;  ///< held while `known_` is read or changed
  std::vector<entry> known_;
};

/// Takes every request for one caller's. For a service that only its own machine can reach.
class everyone_is : public authenticator {
 public:
  explicit everyone_is(caller who) : who_(std::move(who)) {}
  [[nodiscard]] std::optional<caller> identify(const request&) override { return who_; }
  [[nodiscard]] bool asks_for_proof() const override { return false; }

 private:
  caller who_;
};

/// Whether a caller may see what a job is about. The application supplies it; a job that may not
/// be seen is answered like one that does not exist.
using subject_access = std::function<bool(const caller&, const job_record&)>;

/// Whether a caller may submit a job of this type about this subject, which is empty if the
/// submission names none. The application supplies it; what may not be submitted is answered with
/// 403, and nothing is stored.
using submission_access =
    std::function<bool(const caller&, const job_descriptor& type, std::string_view subject)>;

/// Whether a caller may be told numbers about all jobs of its tenant, whichever of them it may see:
/// how many are in which state, how many dead letters there are, what a worker holds.
using count_access = std::function<bool(const caller&)>;

/// Slows down those who guess: after so many failures from one address within a minute, the next
/// are refused unread. Any number of threads ask.
class guess_guard {
 public:
  explicit guess_guard(unsigned most_a_minute) : most_(most_a_minute) {}

  [[nodiscard]] bool blocked(const std::string& peer, std::chrono::steady_clock::time_point now) {
    const std::lock_guard lock(changes_);
    const window* found = find(peer);
    return found != nullptr && now - found->since < std::chrono::minutes{1} &&
           found->failures >= most_;
  }
  void failed(const std::string& peer, std::chrono::steady_clock::time_point now) {
    const std::lock_guard lock(changes_);
    std::erase_if(windows_, [now](const window& each) {
      return now - each.since >= std::chrono::minutes{1};
    });
    if (window* found = find(peer); found != nullptr)
      ++found->failures;
    else if (windows_.size() < most_addresses)
      windows_.push_back({peer, now, 1});
  }

 private:
  struct window {
    std::string peer{};
    std::chrono::steady_clock::time_point since{};
    unsigned failures = 0;
  };
  static constexpr std::size_t most_addresses = 4096;

  window* find(const std::string& peer) {
    for (window& each : windows_)
      if (each.peer == peer) return &each;
    return nullptr;
  }

  unsigned most_;
  std::mutex changes_;  ///< held while `windows_` is read or changed
  std::vector<window> windows_;
};

}  // namespace pawl::http
