// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/light_vector.hpp>
#include <pawl/policies/schedule.hpp>

/// Slots: the moments at which a schedule is due, and which of them are run when some have passed.

namespace pawl {

/// No slot: the expression names none any more.
inline constexpr std::int64_t no_slot = -1;

namespace detail {

/// Rounds up, also below zero.
constexpr std::int64_t minutes_up(std::int64_t seconds) {
  return seconds <= 0 ? -(-seconds / 60) : (seconds + 59) / 60;
}

}  // namespace detail

/// The first slot of an expression after a moment, in seconds since 1970, by clocks that are set
/// twice a year.
///
/// A local time that does not exist is due at the first moment after the gap; one that comes twice
/// is due the first time alone. An expression of every hour goes on by the hour: clocks that are
/// set do not make it run an hour's slots in one moment, or rest for an hour.
template <class PeriodAt>
[[nodiscard]] constexpr std::int64_t next_slot(const cron_fields& cron, PeriodAt period_at,
                                               std::int64_t after) {
  std::int64_t from = after + 1;
  constexpr int most_periods = 200;  // of two a year
  for (int i = 0; i < most_periods; ++i) {
    const zone_period now = period_at(from);
    std::int64_t local = from + now.offset;
    if (!cron.is_every_hour() && now.begin > 0) {
      const zone_period before = period_at(now.begin - 1);
      if (before.offset > now.offset)
        local = pawl::detail::greatest(local, now.begin + before.offset);
    }
    const std::int64_t minute = next_minute(cron, detail::minutes_up(local));
    if (minute == no_minute) return no_slot;
    const std::int64_t slot = minute * 60 - now.offset;
    if (slot < now.end) return slot;
    if (!cron.is_every_hour() && minute * 60 < now.end + period_at(now.end).offset) return now.end;
    from = now.end;
  }
  return no_slot;
}

/// When a schedule fires, read and ready to be asked: by a period on the store's own line of time,
/// or by an expression on the wall clock of a zone. Slots are milliseconds on that clock.
class slot_clock {
 public:
  explicit slot_clock(std::int64_t period) : period_(period) {}
  slot_clock(const cron_fields& cron, text zone, zone_lookup zones)
      : cron_(cron), zone_(zone), zones_(zones) {}

  [[nodiscard]] bool is_by_wall() const { return period_ == 0; }
  /// The first slot after a moment; of a period, one period later.
  [[nodiscard]] std::int64_t first_after(std::int64_t now) const {
    if (!is_by_wall()) return now + period_;
    const std::int64_t found =
        next_slot(cron_, [this](std::int64_t at) { return period_at(at); }, now / 1000);
    return found == no_slot ? no_slot : found * 1000;
  }

  /// The slots from one on that have come, the last of them and at most so many; and the one after
  /// them.
  struct passed {
    detail::light_vector<std::int64_t> last{};
    std::int64_t next = no_slot;
  };
  [[nodiscard]] passed until(std::int64_t first, std::int64_t now, std::size_t most) const {
    return is_by_wall() ? by_cron(first, now, most) : by_period(first, now, most);
  }

 private:
  [[nodiscard]] zone_period period_at(std::int64_t at) const {
    zone_period out;
    if (zones_ != nullptr && !zone_.empty()) static_cast<void>(zones_(zone_, at, out));
    return out;
  }
  [[nodiscard]] passed by_period(std::int64_t first, std::int64_t now, std::size_t most) const {
    passed out;
    out.next = first;
    if (first > now) return out;
    const std::int64_t count = (now - first) / period_ + 1;
    const std::int64_t taken = pawl::detail::least(count, static_cast<std::int64_t>(most));
    out.next = first + count * period_;
    for (std::int64_t i = taken; i > 0; --i) out.last.push_back(out.next - i * period_);
    return out;
  }
  /// Looks back no further than it has to: a schedule of minutes may have been down for years.
  [[nodiscard]] passed by_cron(std::int64_t first, std::int64_t now, std::size_t most) const {
    constexpr std::int64_t hour = 3'600'000;
    for (std::int64_t back = 2 * hour;; back *= 24) {
      const bool is_all = first >= now - back;
      passed out;
      std::int64_t slot = is_all ? first : first_after(now - back);
      detail::light_vector<std::int64_t> found;
      for (; slot != no_slot && slot <= now; slot = first_after(slot)) found.push_back(slot);
      if (!is_all && found.size() < most) continue;
      out.next = slot;
      for (std::size_t i = found.size() > most ? found.size() - most : 0; i < found.size(); ++i)
        out.last.push_back(found[i]);
      return out;
    }
  }

  std::int64_t period_ = 0;
  cron_fields cron_{};
  text zone_{};
  zone_lookup zones_ = nullptr;
};

}  // namespace pawl
