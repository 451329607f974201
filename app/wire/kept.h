// Values as JSON that reads back to the bit: one list of keys a type, `fields`, that both the writer and the reader follow.
//   `io(key, value)` writes or reads; `io.flag` a truth that is written only where it is one, for keys that came later; `io.id` and
//   `io.ids` do so for ids of pieces, which change when a table is watched anew. A type's list is a function template `fields(io, value)`
//   in this namespace.
#pragma once

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "measure/footprint.h"
#include "measure/length.h"
#include "rules/fraction.h"

namespace app::kept {

using Json = nlohmann::ordered_json;
using rules::Fraction;

void fields(auto& io, measure::TablePoint& point) { io("x", point.x), io("y", point.y); }
void fields(auto& io, measure::TableVector& step) { io("dx", step.dx), io("dy", step.dy); }
void fields(auto& io, measure::PointCovariance& covariance) { io("xx", covariance.xx), io("xy", covariance.xy), io("yy", covariance.yy); }
void fields(auto& io, measure::RoundShape& shape) { io("diameter", shape.diameter); }
void fields(auto& io, measure::OvalShape& shape) { io("length", shape.length), io("width", shape.width); }
void fields(auto& io, measure::RectShape& shape) { io("length", shape.length), io("width", shape.width); }
void fields(auto& io, measure::PolygonShape& shape) { io("outline", shape.outline); }
void fields(auto& io, measure::Shape& shape) {
  enum class Kind { Round, Oval, Rect, Polygon } kind = static_cast<Kind>(shape.index());
  io.choice("kind", kind, std::variant_size_v<measure::Shape>);
  if (static_cast<std::size_t>(kind) != shape.index()) switch (kind) {  // only while reading
      case Kind::Round: shape = measure::RoundShape{}; break;
      case Kind::Oval: shape = measure::OvalShape{}; break;
      case Kind::Rect: shape = measure::RectShape{}; break;
      case Kind::Polygon: shape = measure::PolygonShape{}; break;
    }
  std::visit([&](auto& one) { fields(io, one); }, shape);
}
void fields(auto& io, measure::Footprint& footprint) {
  io("shape", footprint.shape), io("centre", footprint.centre), io("heading", footprint.heading);
  io("covariance", footprint.covariance), io("heading_margin", footprint.heading_margin);
}

// The writer and the reader both follow these lists, so what one writes the other reads.
//   The reader is strict: a key too many or too few, or a value that cannot be, is named by its place; the first problem is kept and the
//   rest of the values stay as they were. It never throws.

template <class T>
inline constexpr bool kLength = std::is_same_v<T, measure::Inches> || std::is_same_v<T, measure::Radians>;

/// One line of JSON. What is not UTF-8 (a file name may be anything) is replaced.
[[nodiscard]] inline std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// ---- writing ----

struct Writer {
  Json& at;

  void operator()(const char* key, auto& value) { write(at[key], value); }
  void choice(const char* key, auto& value, std::size_t) { at[key] = static_cast<int>(value); }
  void flag(const char* key, bool& value) {
    if (value) at[key] = true;
  }
  void id(const char* key, int& value) { at[key] = value; }
  void ids(const char* key, auto& value) { write(at[key], value); }

  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) static void write(Json& out, const T& value) { out = value; }
  template <class T>
  requires kLength<T>
  static void write(Json& out, const T& value) { out = value.value; }
  static void write(Json& out, const Fraction& value) { out = {value.numerator(), value.denominator()}; }
  template <class T>
  static void write(Json& out, std::optional<T>& value) {
    if (value) return write(out, *value);
    out = nullptr;
  }
  template <class A, class B>
  static void write(Json& out, std::pair<A, B>& value) {
    out = Json::array({nullptr, nullptr});
    write(out[0], const_cast<std::remove_const_t<A>&>(value.first));
    write(out[1], value.second);
  }
  template <class List>
  requires requires(List list) { list.begin(); } &&(!std::is_same_v<List, std::string>)static void write(Json& out, List& list) {
    out = Json::array();
    for (auto& each : list) write(out.emplace_back(), const_cast<std::remove_cvref_t<decltype(each)>&>(each));
  }
  template <class T>
  requires requires(Writer& io, T& value) { fields(io, value); }
  static void write(Json& out, T& value) {
    out = Json::object();
    Writer io{out};
    fields(io, value);
  }
};

// ---- reading ----

/// What is wrong first, and the ids that pieces get.
struct Reading {
  std::optional<std::string> problem = {};
  const std::map<int, int>* new_ids = nullptr;
  std::map<int, int> gone = {};  // ids without a new one: each gets a negative one

  void complain(const std::string& at, const std::string& says) {
    if (!problem) problem = (at.empty() ? "/" : at) + ": " + says;
  }
  [[nodiscard]] int id(int old) {
    if (!new_ids || old == 0) return old;  // 0 is no piece
    const auto known = new_ids->find(old);
    return known != new_ids->end() ? known->second : gone.try_emplace(old, -1 - static_cast<int>(gone.size())).first->second;
  }
};

struct Reader {
  const Json& from;
  std::string path;
  Reading& reading;
  std::vector<std::string> keys = {};

  void operator()(const char* key, auto& value) {
    if (const Json* const found = find(key)) read(*found, path + "/" + key, reading, value);
  }
  template <class T>
  void choice(const char* key, T& value, std::size_t count) {
    int number = 0;
    (*this)(key, number);
    if (number < 0 || static_cast<std::size_t>(number) >= count)
      return reading.complain(path + "/" + key, fmt::format("must be from 0 to {}", count - 1));
    value = static_cast<T>(number);
  }
  void flag(const char* key, bool& value) {
    value = false;
    if (from.contains(key)) return (*this)(key, value);
    keys.emplace_back(key);
  }
  void id(const char* key, int& value) {
    (*this)(key, value);
    value = reading.id(value);
  }
  template <class T>
  void ids(const char* key, T& list) {
    (*this)(key, list);
    T renamed;
    for (auto& each : list)
      if constexpr (requires { each.second; })
        renamed.emplace(reading.id(each.first), each.second);
      else
        renamed.insert(renamed.end(), reading.id(each));
    list = std::move(renamed);
  }
  /// Every key of the object has been asked for.
  void finish() const {
    for (const auto& [key, value] : from.items())
      if (std::ranges::find(keys, key) == keys.end()) reading.complain(path + "/" + key, "unknown key");
  }

  const Json* find(const char* key) {
    keys.emplace_back(key);
    const auto found = from.find(key);
    if (found == from.end()) return reading.complain(path + "/" + key, "is missing"), nullptr;
    return &*found;
  }

  static void read(const Json& in, const std::string& at, Reading& reading, bool& value) {
    if (!in.is_boolean()) return reading.complain(at, "must be true or false");
    value = in.get<bool>();
  }
  template <class T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) static void read(const Json& in, const std::string& at, Reading& reading,
                                                                               T& value) {
    constexpr std::int64_t least = std::is_signed_v<T> ? std::numeric_limits<int>::min() : 0, most = std::numeric_limits<int>::max();
    const bool fits = in.is_number_integer() && !(in.is_number_unsigned() && in.get<std::uint64_t>() > std::uint64_t(most));
    if (!fits || in.get<std::int64_t>() < least) return reading.complain(at, "must be a whole number that can be");
    value = static_cast<T>(in.get<std::int64_t>());
  }
  static void read(const Json& in, const std::string& at, Reading& reading, double& value) {
    if (!in.is_number() || !std::isfinite(in.get<double>())) return reading.complain(at, "must be a number");
    value = in.get<double>();
  }
  static void read(const Json& in, const std::string& at, Reading& reading, std::string& value) {
    if (!in.is_string()) return reading.complain(at, "must be text");
    value = in.get<std::string>();
  }
  template <class T>
  requires kLength<T>
  static void read(const Json& in, const std::string& at, Reading& reading, T& value) {
    double number = 0.0;
    read(in, at, reading, number);
    value = T(number);
  }
  static void read(const Json& in, const std::string& at, Reading& reading, Fraction& value) {
    std::pair<int, int> parts{0, 1};
    read(in, at, reading, parts);
    if (parts.second <= 0) return reading.complain(at, "is no fraction");
    value = Fraction(parts.first, parts.second);
  }
  template <class T>
  static void read(const Json& in, const std::string& at, Reading& reading, std::optional<T>& value) {
    value.reset();
    if (!in.is_null()) read(in, at, reading, value.emplace());
  }
  template <class A, class B>
  static void read(const Json& in, const std::string& at, Reading& reading, std::pair<A, B>& value) {
    if (!in.is_array() || in.size() != 2) return reading.complain(at, "must be a pair");
    read(in[0], at + "/0", reading, value.first);
    read(in[1], at + "/1", reading, value.second);
  }
  template <class T, std::size_t N>
  static void read(const Json& in, const std::string& at, Reading& reading, std::array<T, N>& value) {
    if (!in.is_array() || in.size() != N) return reading.complain(at, fmt::format("must be a list of {}", N));
    for (std::size_t i = 0; i < N; ++i) read(in[i], at + "/" + std::to_string(i), reading, value[i]);
  }
  template <class List>
  requires requires(List list) {
    list.insert(list.end(), *list.begin());
  } &&(!std::is_same_v<List, std::string>)static void read(const Json& in, const std::string& at, Reading& reading, List& list) {
    list.clear();
    if (!in.is_array()) return reading.complain(at, "must be a list");
    for (std::size_t i = 0; i < in.size(); ++i) {
      if constexpr (requires { typename List::mapped_type; }) {
        std::pair<typename List::key_type, typename List::mapped_type> each;
        read(in[i], at + "/" + std::to_string(i), reading, each);
        if (!list.insert(std::move(each)).second) reading.complain(at + "/" + std::to_string(i), "is there twice");
      } else {
        typename List::value_type each{};
        read(in[i], at + "/" + std::to_string(i), reading, each);
        list.insert(list.end(), std::move(each));
      }
    }
  }
  template <class T>
  requires requires(Reader& io, T& value) { fields(io, value); }
  static void read(const Json& in, const std::string& at, Reading& reading, T& value) {
    if (!in.is_object()) return reading.complain(at, "must be an object");
    Reader io{in, at, reading};
    fields(io, value);
    io.finish();
  }
};

}  // namespace app::kept
