// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/units/quantity.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

/// What each unit is called and how it scales: the tables behind parse(), show() and exact().
namespace plateau::units {

namespace {

/// One spelling of a unit: 10^power x multiplier of it make the SI unit.
struct Spelling {
    std::string_view name;
    int power = 0;
    double multiplier = 1;
    bool prefixes = false; ///< may carry k, M, G ... (and m, u, n where the unit can be small)
};

struct UnitRow {
    Unit unit;
    std::span<const Spelling> spellings;
    int bare_power = 0; ///< scale of a number without a unit: 10^bare_power x bare_multiplier
    double bare_multiplier = 1;
    bool small = false; ///< milli, micro, nano exist
    bool unlimited = false; ///< infinity is a value
    const char* example; ///< what would be read
};

constexpr Spelling plain[] = {{"", 0, 1, true}};
constexpr Spelling gpus[] = {{"", 0, 1, true}, {"GPUs", 0, 1, true}, {"GPU", 0, 1, true}, {"gpus", 0, 1, true}};
constexpr Spelling sequences[]
    = {{"", 0, 1, true}, {"sequences", 0, 1, true}, {"sequence", 0, 1, true}, {"seq", 0, 1, true}};
constexpr Spelling tokens[] = {{"", 0, 1, true}, {"tokens", 0, 1, true}, {"token", 0, 1, true}, {"tok", 0, 1, true}};
constexpr Spelling fraction[] = {{"%", -2}, {"percent", -2}};
constexpr Spelling bytes[]
    = {{"B", 0, 1, true}, {"bytes", 0, 1, true}, {"byte", 0, 1, true}, {"kb", 3, 1},      {"mb", 6, 1},
       {"gb", 9, 1},      {"tb", 12, 1},         {"k", 3, 1},          {"K", 3, 1},       {"M", 6, 1},
       {"G", 9, 1},       {"T", 12, 1},          {"Ki", 0, 0x1p10},    {"Mi", 0, 0x1p20}, {"Gi", 0, 0x1p30}};
constexpr std::array<Spelling, 11> rates(double of_prefix) // bits are an eighth of a byte, said or meant
{
    return {{{"B/s", 0, 1, true},
             {"Bps", 0, 1, true},
             {"bytes/s", 0, 1, true},
             {"b/s", 0, 0.125, true},
             {"bps", 0, 0.125, true},
             {"bit/s", 0, 0.125, true},
             {"bits/s", 0, 0.125, true},
             {"k", 3, of_prefix},
             {"M", 6, of_prefix},
             {"G", 9, of_prefix},
             {"T", 12, of_prefix}}};
}
constexpr auto bandwidth = rates(1), bit_rate = rates(0.125);
constexpr Spelling seconds[]
    = {{"s", 0, 1, true},        {"sec", 0, 1, true},     {"seconds"},           {"second"},
       {"min", 0, minute},       {"minutes", 0, minute},  {"minute", 0, minute}, {"h", 0, hour},
       {"hr", 0, hour},          {"hours", 0, hour},      {"hour", 0, hour},     {"d", 0, day},
       {"days", 0, day},         {"day", 0, day},         {"weeks", 0, 7 * day}, {"week", 0, 7 * day},
       {"months", 0, year / 12}, {"month", 0, year / 12}, {"years", 0, year},    {"year", 0, year}};
constexpr Spelling flop[] = {{"FLOP", 0, 1, true}, {"FLOPs", 0, 1, true}, {"flop", 0, 1, true}, {"", 0, 1, true}};
constexpr Spelling flop_rate[] = {{"FLOP/s", 0, 1, true}, {"FLOPS", 0, 1, true}, {"FLOPs/s", 0, 1, true},
                                  {"flop/s", 0, 1, true}, {"flops", 0, 1, true}, {"G", 9, 1},
                                  {"T", 12, 1},           {"P", 15, 1},          {"E", 18, 1}};
constexpr Spelling watts[] = {{"W", 0, 1, true}, {"watts"}, {"watt"}, {"k", 3}, {"M", 6}, {"G", 9}};
constexpr Spelling usd[] = {{"", 0, 1, true}, {"USD", 0, 1, true}, {"$", 0, 1, true}};
constexpr Spelling usd_rate[]
    = {{"$/GPU-h"},   {"$/GPUh"},   {"$/h"}, {"/GPU-h"},    {"/GPUh"},      {"/h"},           {"$"},     {"USD/h"},
       {"USD/GPU-h"}, {"USD/GPUh"}, {"USD"}, {"/GPU-hour"}, {"$/GPU-hour"}, {"USD/GPU-hour"}, {"/hour"}, {"$/hour"}};
constexpr Spelling metres[]
    = {{"m", 0, 1, true},     {"metres"},        {"meters"},         {"cm", -2}, {"in", 0, 0.0254},
       {"inches", 0, 0.0254}, {"ft", 0, 0.3048}, {"feet", 0, 0.3048}};
constexpr Spelling bytes_per_parameter[]
    = {{"B/param"}, {"B/parameter"}, {"bytes/param"}, {"bytes/parameter"}, {"B"}, {"bytes"}};
constexpr Spelling multipliers[] = {{"x"}};
constexpr Spelling energy[] = {{"J", 0, 1, true}, {"Wh", 0, hour, true}, {"joules"}};
constexpr Spelling mass[] = {{"kg"}, {"g", -3}, {"t", 3}, {"kt", 6}, {"Mt", 9}, {"tonnes", 3}};
constexpr Spelling usd_per_kwh[] = {{"$/kWh"}, {"USD/kWh"}, {"/kWh"}, {"$"}, {"USD"}};
constexpr Spelling grams_per_kwh[] = {{"g/kWh"}, {"gCO2e/kWh"}, {"gCO2/kWh"}, {"g"}};

constexpr std::array rows{
    UnitRow{Unit::None, plain, 0, 1, false, false, "1.5 or 2e9"},
    UnitRow{Unit::Count, plain, 0, 1, false, false, "4096, 2k or 2Ki"},
    UnitRow{Unit::Gpus, gpus, 0, 1, false, false, "2048, 16k or 512 GPUs"},
    UnitRow{Unit::Sequences, sequences, 0, 1, false, false, "256 or 1k"},
    UnitRow{Unit::Tokens, tokens, 0, 1, false, false, "4096, 8Ki or 1.5T"},
    UnitRow{Unit::Fraction, fraction, 0, 1, false, false, "0.37 or 37 %"},
    UnitRow{Unit::Bytes, bytes, 9, 1, false, false, "80 GB, 1.5 TB or 16 GiB"},
    UnitRow{Unit::BytesPerSecond, bandwidth, 9, 1, false, true, "450 GB/s, 400Gb/s or unlimited"},
    UnitRow{Unit::BitsPerSecond, bit_rate, 9, 0.125, false, true, "400Gb/s, 50 GB/s or unlimited"},
    UnitRow{Unit::Seconds, seconds, 0, 1, true, false, "7 us, 1.5 ms, 3 h or 90 days"},
    UnitRow{Unit::Flop, flop, 0, 1, false, false, "2e28 or 3 ZFLOP"},
    UnitRow{Unit::FlopPerSecond, flop_rate, 12, 1, false, false, "989 TFLOP/s"},
    UnitRow{Unit::Watts, watts, 0, 1, false, false, "700 W or 10.2 kW"},
    UnitRow{Unit::Usd, usd, 0, 1, false, false, "2.99 or $3M"},
    UnitRow{Unit::UsdPerGpuHour, usd_rate, 0, 1, false, false, "2.99 or $2.99/h"},
    UnitRow{Unit::Metres, metres, 0, 1, true, false, "88 mm, 3.5 in or 120 m"},
    UnitRow{Unit::BytesPerParameter, bytes_per_parameter, 0, 1, false, false, "4 or 2.5 B/param"},
    UnitRow{Unit::Multiplier, multipliers, 0, 1, false, false, "1.4 or 1.4 x"},
    UnitRow{Unit::Joules, energy, 0, 1, false, false, "3 MWh or 5 GJ"},
    UnitRow{Unit::Kilograms, mass, 0, 1, false, false, "500 kg or 12 t"},
    UnitRow{Unit::UsdPerKilowattHour, usd_per_kwh, 0, 1, false, false, "0.08 or $0.08/kWh"},
    UnitRow{Unit::GramsPerKilowattHour, grams_per_kwh, 0, 1, false, false, "370 or 370 g/kWh"},
};

const UnitRow& row(Unit unit)
{
    for (const UnitRow& candidate : rows)
        if (candidate.unit == unit)
            return candidate;
    return rows.front();
}

/// Decimal exponent and binary multiplier of a prefix; false when `text` is none. Lower-case k, m, g, t count as
/// kilo to tera where the unit has no small prefixes.
bool read_prefix(std::string_view text, bool small, int& power, double& multiplier)
{
    struct Prefix {
        std::string_view name;
        int power;
        double multiplier;
    };
    static constexpr Prefix big[]
        = {{"", 0, 1},        {"k", 3, 1},       {"K", 3, 1},       {"M", 6, 1},      {"G", 9, 1},
           {"T", 12, 1},      {"P", 15, 1},      {"E", 18, 1},      {"Z", 21, 1},     {"Y", 24, 1},
           {"Ki", 0, 0x1p10}, {"Mi", 0, 0x1p20}, {"Gi", 0, 0x1p30}, {"Ti", 0, 0x1p40}};
    static constexpr Prefix lower[] = {{"m", 6, 1}, {"g", 9, 1}, {"t", 12, 1}, {"b", 9, 1}, {"B", 9, 1}, {"bn", 9, 1}};
    static constexpr Prefix little[] = {{"m", -3, 1}, {"u", -6, 1}, {"n", -9, 1}, {"p", -12, 1}};
    auto find = [&](std::span<const Prefix> list) {
        for (const Prefix& prefix : list)
            if (prefix.name == text) {
                power = prefix.power;
                multiplier = prefix.multiplier;
                return true;
            }
        return false;
    };
    return find(big) || (small ? find(little) : find(lower));
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr size_t longest = 80; ///< characters of a typed quantity

struct Replacement {
    std::string_view from, to;
};

/// Typographic characters as their ASCII equivalents: no-break and thin spaces, micro, minus, times, infinity.
std::string in_ascii(std::string_view text)
{
    static constexpr Replacement replacements[]
        = {{"\u00a0", " "}, {"\u202f", " "}, {"\u2009", " "}, {"\u2007", " "},   {"\u00b5", "u"},
           {"\u03bc", "u"}, {"\u2212", "-"}, {"\u00d7", "x"}, {"\u221e", "inf"}, {"\t", " "}};
    std::string result;
    while (!text.empty()) {
        const Replacement* hit = nullptr;
        for (const Replacement& candidate : replacements)
            if (text.substr(0, candidate.from.size()) == candidate.from)
                hit = &candidate;
        result += hit ? hit->to : text.substr(0, 1);
        text.remove_prefix(hit ? hit->from.size() : 1);
    }
    while (!result.empty() && result.back() == ' ')
        result.pop_back();
    result.erase(0, result.find_first_not_of(' ') == std::string::npos ? 0 : result.find_first_not_of(' '));
    return result;
}

bool digit(char c) { return c >= '0' && c <= '9'; }

/// Splits "-2,048.5e3 GB" into "-2048.5", 3 and "GB". Grouping marks only stand before exactly three digits.
struct Split {
    std::string mantissa;
    int exponent = 0;
    std::string suffix;
};
std::optional<Split> split(const std::string& text)
{
    Split result;
    size_t i = 0;
    if (i < text.size() && (text[i] == '-' || text[i] == '+'))
        result.mantissa += text[i++] == '-' ? "-" : "";
    size_t digits = 0;
    bool point = false;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        const bool group = !point && digits > 0 && (c == ',' || c == ' ' || c == '_') && i + 3 < text.size()
            && digit(text[i + 1]) && digit(text[i + 2]) && digit(text[i + 3])
            && (i + 4 == text.size() || !digit(text[i + 4]));
        if (group)
            continue;
        if (c == '.' && !point)
            point = true;
        else if (digit(c))
            ++digits;
        else
            break;
        result.mantissa += c;
    }
    if (digits == 0)
        return std::nullopt;
    if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        const char* from = text.data() + i + 1 + (text[i + 1] == '+' ? 1 : 0);
        const auto read = std::from_chars(from, text.data() + text.size(), result.exponent);
        if (read.ec == std::errc())
            i = static_cast<size_t>(read.ptr - text.data());
        else if (read.ec == std::errc::result_out_of_range)
            return std::nullopt;
    }
    for (; i < text.size(); ++i)
        if (text[i] != ' ')
            result.suffix += text[i];
    return result;
}

struct Scale {
    int power = 0;
    double multiplier = 1;
};

std::optional<Scale> scale_of(const UnitRow& unit, const std::string& suffix)
{
    if (suffix.empty())
        return Scale{unit.bare_power, unit.bare_multiplier};
    for (const Spelling& spelling : unit.spellings) {
        if (suffix.size() < spelling.name.size()
            || std::string_view(suffix).substr(suffix.size() - spelling.name.size()) != spelling.name)
            continue;
        const std::string_view prefix(suffix.data(), suffix.size() - spelling.name.size());
        int power = 0;
        double multiplier = 1;
        if (prefix.empty() || (spelling.prefixes && read_prefix(prefix, unit.small, power, multiplier)))
            return Scale{spelling.power + power, spelling.multiplier * multiplier};
    }
    return std::nullopt;
}

/// mantissa x 10^power, correctly rounded.
std::optional<double> decimal(const std::string& mantissa, long power)
{
    const std::string text = mantissa + "e" + std::to_string(power);
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ptr != text.data() + text.size() || read.ec != std::errc() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

tl::unexpected<Error> refused(Message what, const UnitRow& unit)
{
    return failure(std::move(what), {}, {PLATEAU_TEXT("write it like %1"), {unit.example}});
}

} // namespace

Expected<double> parse(std::string_view text, Unit unit)
{
    const UnitRow& wanted = row(unit);
    const std::string shown = "\u201c" + std::string(text.substr(0, longest)) + "\u201d";
    if (text.size() > longest)
        return refused({PLATEAU_TEXT("%1 is too long for a number"), {Verbatim{shown}}}, wanted);
    std::string ascii = in_ascii(text);
    if (ascii.empty())
        return refused({PLATEAU_TEXT("nothing is written here"), {}}, wanted);
    if (ascii == "unlimited" || ascii == "infinite" || ascii == "inf" || ascii == ".inf") {
        if (wanted.unlimited)
            return infinity;
        return refused({PLATEAU_TEXT("this cannot be unlimited"), {}}, wanted);
    }
    const bool money = unit == Unit::Usd || unit == Unit::UsdPerGpuHour;
    if (money && ascii.front() == '$')
        ascii.erase(0, 1);
    const std::optional<Split> parts = split(ascii);
    if (!parts)
        return refused({PLATEAU_TEXT("%1 is not a number"), {Verbatim{shown}}}, wanted);
    const std::optional<Scale> scale = scale_of(wanted, parts->suffix);
    if (!scale)
        return refused(
            {PLATEAU_TEXT("%1 is not understood after the number"), {Verbatim{"\u201c" + parts->suffix + "\u201d"}}},
            wanted);
    const std::optional<double> value = decimal(parts->mantissa, static_cast<long>(parts->exponent) + scale->power);
    if (!value || !std::isfinite(*value * scale->multiplier))
        return refused({PLATEAU_TEXT("%1 is beyond every range"), {Verbatim{shown}}}, wanted);
    if (*value < 0 && unit != Unit::None)
        return refused({PLATEAU_TEXT("%1 is negative"), {Verbatim{shown}}}, wanted);
    return *value * scale->multiplier + 0.0;
}

} // namespace plateau::units
