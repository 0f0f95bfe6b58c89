// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/collective_tables.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <Eigen/Dense>
#include <nlohmann/json.hpp>

#include "core/diagnostics/programs/settings.h"
#include "core/files/text_file.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using Json = nlohmann::json;
constexpr double gigabytes = 1e9, microseconds = 1e-6;

std::optional<double> number_of_word(const std::string& word)
{
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    return !word.empty() && *end == '\0' && std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

double bytes_of_type(const std::string& type)
{
    if (type == "float" || type == "int32" || type == "uint32")
        return 4;
    if (type == "half" || type == "bfloat16" || type == "float16" || type == "bf16")
        return 2;
    if (type == "double" || type == "int64" || type == "uint64")
        return 8;
    return 1;
}

/// A run as its lines come in.
struct Raw {
    CollectiveTable table;
    std::set<std::string> hosts;
    std::set<int> rank_numbers;
    bool one_rank_each = false; ///< rank 0 comes again: a build without MPI
    bool in_place_missing = false;
    bool starts_new = true; ///< nothing was measured yet
    std::vector<double> counts;
    std::string redop;
    int wrong_line = 0; ///< of a row with wrong results
    std::vector<double> algorithm_rates;
};

/// Takes a row: size, count, type, redop, perhaps root; time, rates and errors out of place; the same in place.
void take_row(Raw& raw, const std::vector<std::string>& words, int line)
{
    const auto size = number_of_word(words[0]), count = number_of_word(words[1]);
    if (!size || !count || words.size() < 8 || number_of_word(words[2]))
        return;
    // With a root both halves of four columns stand behind five words, without one behind four; of longer rows, which
    // tell more of each half, the root is known by being a whole number without a point.
    const bool long_row = words.size() > 13;
    const bool root = words.size() == 13 || (long_row && words[4].find('.') == std::string::npos);
    const std::size_t first = root ? 5 : 4;
    if (words.size() < first + 3)
        return;
    const auto time = number_of_word(words[first]), algorithm = number_of_word(words[first + 1]),
               bus = number_of_word(words[first + 2]);
    if (!time || !bus || !algorithm)
        return;
    raw.starts_new = false;
    raw.table.datatype = words[2];
    raw.redop = words[3];
    const std::size_t half = first + 4;
    const std::optional<double> in_place = words.size() > half ? number_of_word(words[half]) : std::nullopt;
    if (words.size() > first + 3)
        if (const auto wrong = number_of_word(words[first + 3]); wrong && *wrong >= 1 && raw.wrong_line == 0)
            raw.wrong_line = line;
    raw.in_place_missing = raw.in_place_missing || words.back() == "N/A";
    if (*size <= 0 || *time <= 0)
        return;
    constexpr double warm = 1.5; // times in place: the first calls were slow
    double seconds = *time;
    if (in_place && *in_place > 0 && *time > warm * *in_place)
        seconds = *in_place;
    raw.counts.push_back(*count);
    raw.algorithm_rates.push_back(*algorithm * gigabytes);
    raw.table.rows.push_back({*size, seconds * microseconds, *bus * gigabytes});
}

/// "#  Rank  3 Group  0 Pid   1003 on    node-00 device  3 [0000:31:00] NVIDIA H100 80GB HBM3"
void take_device(Raw& raw, const std::string& line)
{
    const auto words = blank_parted(line);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "Rank") {
            const auto rank = number_of_word(words[i + 1]);
            if (rank && !raw.rank_numbers.insert(whole_of(*rank)).second)
                raw.one_rank_each = true;
        }
        if (words[i] == "on")
            raw.hosts.insert(words[i + 1]);
    }
    const std::size_t bracket = line.find(']', line.find(" device "));
    if (bracket != std::string::npos)
        raw.table.device = trimmed(line.substr(bracket + 1));
}

/// The names of the columns, with which the rows of a run begin.
bool is_head(const std::string& line)
{
    return line.find("size") != std::string::npos && line.find("redop") != std::string::npos
        && line.find("algbw") != std::string::npos;
}

/// Without what mpirun and others put before a line.
std::string without_prefix(const std::string& line)
{
    const std::string_view mark = "<stdout>:";
    const std::size_t at = line.find(mark);
    if (at != std::string::npos && at < 40)
        return line.substr(at + mark.size());
    const std::size_t digits = std::min(line.size(), line.find_first_not_of("0123456789"));
    return digits > 0 && digits < line.size() && line[digits] == ':' ? line.substr(digits + 1) : line;
}

void tell_ranks(Raw& raw)
{
    CollectiveTable& table = raw.table;
    table.hosts = int(raw.hosts.size());
    if (!raw.rank_numbers.empty()) {
        table.ranks = *raw.rank_numbers.rbegin() + 1;
        return;
    }
    if (table.rows.empty())
        return;
    const double size = table.rows.back().bytes, count = raw.counts.back() * bytes_of_type(table.datatype);
    const double factor = table.rows.back().bus_bytes_per_s / raw.algorithm_rates.back();
    if (table.operation == "all_reduce" && factor < 2)
        table.ranks = whole_of(std::round(2 / (2 - factor)));
    else if (count > 0 && size / count > 1.5)
        table.ranks = whole_of(std::round(size / count));
    else if (factor < 1)
        table.ranks = whole_of(std::round(1 / (1 - factor)));
}

void tell_operation(Raw& raw)
{
    if (!raw.table.operation.empty() || raw.table.rows.empty())
        return;
    const double bytes = raw.counts.back() * bytes_of_type(raw.table.datatype);
    const bool whole = std::abs(bytes / raw.table.rows.back().bytes - 1) < 1e-3;
    if (raw.redop != "none")
        raw.table.operation = whole ? "all_reduce" : "reduce_scatter";
    else if (!whole)
        raw.table.operation = raw.in_place_missing ? "alltoall" : "all_gather";
}

/// Least squares of relative errors; latencies of the rows below and from `split` on, one rate.
struct Through {
    Eigen::VectorXd x; ///< latency, latency beyond (where there is a split), seconds per byte of the bus
    Eigen::MatrixXd spread; ///< covariance
    double residual = 0; ///< sum of squares
};
Through line_through(const std::vector<MeasuredCollective>& rows, double factor, std::size_t split)
{
    const bool splits = split > 0;
    const Eigen::Index unknowns = splits ? 3 : 2, count = Eigen::Index(rows.size());
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(count, unknowns);
    for (Eigen::Index i = 0; i < count; ++i) {
        const MeasuredCollective& row = rows[std::size_t(i)];
        a(i, splits && std::size_t(i) >= split ? 1 : 0) = 1 / row.seconds;
        a(i, unknowns - 1) = factor * row.bytes / row.seconds;
    }
    const Eigen::VectorXd one = Eigen::VectorXd::Ones(count);
    const Eigen::VectorXd scale = a.colwise().norm().cwiseMax(1e-300);
    for (Eigen::Index j = 0; j < unknowns; ++j)
        a.col(j) /= scale(j);
    Through line;
    line.x = a.colPivHouseholderQr().solve(one);
    line.residual = (a * line.x - one).squaredNorm();
    const double variance = line.residual / double(std::max<Eigen::Index>(1, count - unknowns));
    line.spread = variance * (a.transpose() * a).inverse();
    for (Eigen::Index i = 0; i < unknowns; ++i) {
        line.x(i) /= scale(i);
        for (Eigen::Index j = 0; j < unknowns; ++j)
            line.spread(i, j) /= scale(i) * scale(j);
    }
    return line;
}

Interval interval(double value, double variance, double deviations)
{
    const double away = deviations * std::sqrt(std::max(0.0, variance));
    return {value, std::max(0.0, value - away), value + away};
}

Expected<std::vector<CollectiveTable>> finished(std::vector<Raw> raws, const std::string& file, double deviations)
{
    std::vector<CollectiveTable> tables;
    for (Raw& raw : raws) {
        if (raw.table.rows.empty() && !raw.one_rank_each)
            continue;
        tell_operation(raw);
        tell_ranks(raw);
        if (raw.one_rank_each || raw.table.ranks == 1)
            return failure({PLATEAU_TEXT("these are several runs of one rank each: nothing was sent"), {}},
                           files::where(file, 1, 1),
                           {PLATEAU_TEXT("nccl-tests built with MPI=1, or -g with all GPUs of a host"), {}});
        if (raw.wrong_line > 0)
            return failure({PLATEAU_TEXT("results are wrong here: nothing can be tuned on such a run"), {}},
                           files::where(file, raw.wrong_line, 1), {PLATEAU_TEXT("a run whose column #wrong is 0"), {}});
        std::stable_sort(raw.table.rows.begin(), raw.table.rows.end(),
                         [](const auto& one, const auto& other) { return one.bytes < other.bytes; });
        raw.table.fit = fit_rows(raw.table.rows, raw.table.operation, raw.table.ranks, deviations);
        tables.push_back(std::move(raw.table));
    }
    if (tables.empty())
        return failure({PLATEAU_TEXT("no row of the table can be read"), {}}, files::where(file, 1, 1),
                       {PLATEAU_TEXT("rows of size, count, type, redop, time, algbw, busbw"), {}});
    return tables;
}

std::string text_in(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}
double number_in(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

Expected<std::vector<CollectiveTable>> read_json(const Json& json, const std::string& file, double deviations)
{
    Raw raw;
    raw.table.library = "nccl-tests";
    if (const auto devices = json.find("devices"); devices != json.end() && devices->is_array())
        for (const Json& device : *devices) {
            raw.rank_numbers.insert(whole_of(number_in(device, "rank")));
            raw.hosts.insert(text_in(device, "hostname"));
            raw.table.device = text_in(device, "device_info");
        }
    const auto results = json.find("results");
    if (results != json.end() && results->is_array())
        for (const Json& result : *results) {
            const auto out = result.find("out_of_place");
            if (out == result.end() || !out->is_object())
                continue;
            std::string name = text_in(result, "experiment_name");
            if (const std::size_t end = name.find("_perf"); end != std::string::npos)
                raw.table.operation = name.substr(0, end);
            raw.table.datatype = text_in(result, "type");
            raw.redop = text_in(result, "redop");
            if (number_in(*out, "nwrong") >= 1)
                raw.wrong_line = 1;
            const double size = number_in(result, "size"), time = number_in(*out, "time");
            if (size <= 0 || time <= 0)
                continue;
            raw.counts.push_back(number_in(result, "count"));
            raw.algorithm_rates.push_back(number_in(*out, "alg_bw") * gigabytes);
            raw.table.rows.push_back({size, time * microseconds, number_in(*out, "bus_bw") * gigabytes});
        }
    return finished({std::move(raw)}, file, deviations);
}

} // namespace

double bus_factor(const std::string& operation, int ranks)
{
    const double n = ranks;
    if (ranks < 2)
        return 0;
    if (operation == "all_reduce")
        return 2 * (n - 1) / n;
    if (operation == "all_gather" || operation == "reduce_scatter" || operation == "alltoall")
        return (n - 1) / n;
    return operation.empty() ? 0 : 1;
}

std::optional<CollectiveTable::Fit> fit_rows(const std::vector<MeasuredCollective>& rows, const std::string& operation,
                                             int ranks, double deviations)
{
    constexpr std::size_t enough = 5;
    const double factor = bus_factor(operation, ranks);
    if (rows.size() < enough || factor <= 0)
        return std::nullopt;
    Through best = line_through(rows, factor, 0);
    std::size_t split = 0;
    // A switch must be worth what another constant costs (Bayesian information criterion), by a margin.
    const double count = double(rows.size()), margin = 6 * std::log(count) / count;
    double least = std::log(best.residual) - margin;
    constexpr double exact = 2e-3; // of each time: what printing them leaves
    const bool may_split = best.residual > exact * exact * count;
    for (std::size_t at = 3; may_split && at + 3 <= rows.size(); ++at) {
        const Through line = line_through(rows, factor, at);
        if (line.x(0) > 0 && line.x(1) > 0 && line.x(2) > 0 && std::log(line.residual) < least) {
            least = std::log(line.residual);
            best = line;
            split = at;
        }
    }
    const Eigen::Index last = best.x.size() - 1;
    if (!(best.x(0) > 0) || !(best.x(last) > 0))
        return std::nullopt;
    CollectiveTable::Fit fit;
    fit.latency = interval(best.x(0), best.spread(0, 0), deviations);
    const Interval per_byte = interval(best.x(last), best.spread(last, last), deviations);
    fit.rate = {1 / per_byte.value, 1 / per_byte.high, per_byte.low > 0 ? 1 / per_byte.low : 2 / per_byte.value};
    if (split > 0) {
        fit.latency_beyond = interval(best.x(1), best.spread(1, 1), deviations);
        fit.switch_bytes = rows[split].bytes;
    }
    return fit;
}

Expected<std::vector<CollectiveTable>> read_collectives(const std::string& text, const std::string& file,
                                                        double deviations)
{
    if (trimmed(std::string_view(text).substr(0, 4096)).starts_with("{")) {
        const Json json = Json::parse(text, nullptr, false);
        if (json.is_object())
            return read_json(json, file, deviations);
    }
    std::vector<Raw> raws(1);
    const std::string library = text.find("rccl-tests") != std::string::npos ? "rccl-tests" : "nccl-tests";
    const auto current = [&]() -> Raw& {
        if (!raws.back().starts_new)
            raws.emplace_back();
        raws.back().table.library = library;
        return raws.back();
    };
    int number = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        const std::string line = without_prefix(text.substr(from, std::min<std::size_t>(end - from, 4096)));
        from = end + 1;
        ++number;
        raws.back().table.library = library;
        const std::string_view start = "Collective test starting:";
        if (const std::size_t at = line.find(start); at != std::string::npos) {
            const std::string name = trimmed(line.substr(at + start.size()));
            current().table.operation = name.substr(0, name.find("_perf"));
        } else if (line.find("# nThread") != std::string::npos || is_head(line)) {
            current();
        } else if (line.find(" Rank ") != std::string::npos && line.find(" device ") != std::string::npos) {
            take_device(current(), line);
        } else if (!trimmed(line).starts_with("#") && line.find("NCCL INFO") == std::string::npos) {
            const std::vector<std::string> words = blank_parted(line);
            if (words.size() >= 8)
                take_row(raws.back(), words, number);
        }
    }
    return finished(std::move(raws), file, deviations);
}

} // namespace plateau::programs
