// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/views/scaling_view.h"
#include "core/views/words.h"

namespace plateau::figures {

namespace {

constexpr double least_shown = 5e-4; ///< the share of the peak from which on a row is shown

struct Row {
    Message name;
    double value = 0; ///< as a share of the peak
    bool total = false;
    std::optional<SegmentKind> kind = {};
    std::vector<std::string> subjects = {};
    Message words = {};
};

/// Makes the rows of a plan. Every plan has the same ones, so that those without value are among them.
std::vector<Row> rows_of(const Parts& parts)
{
    std::vector<Row> rows{{{PLATEAU_TEXT("Peak"), {}}, 1, true, {}, {"peak_flops"}}};
    double left = 1;
    const auto take = [&](const StepPiece& piece) {
        left -= piece.share;
        rows.push_back({{piece.name, {}}, -piece.share, false, piece.kind, terms_of(piece, parts)});
    };
    const std::vector<StepPiece> pieces = step_pieces(parts);
    std::for_each(pieces.begin() + 1, pieces.end(), take); // the first is what stays
    const auto add = [&](const char* name, double value, std::optional<SegmentKind> kind,
                         std::vector<std::string> subjects, const Message& words = {}) {
        rows.push_back({{name, {}}, value, !kind && words.empty(), kind, std::move(subjects), words});
    };
    const double mfu = parts.mfu(), at_work = parts.gpus_used / parts.gpus;
    add(PLATEAU_TEXT("Attention in full"), mfu - left, SegmentKind::Attention, {"mfu"});
    add(PLATEAU_TEXT("MFU"), mfu, {}, {"mfu"});
    add(PLATEAU_TEXT("GPUs without work"), mfu * (at_work - 1), SegmentKind::Idle, {"tokens_per_s_per_gpu_available"});
    add(PLATEAU_TEXT("Failures, checkpoints"), mfu * at_work * (parts.goodput - 1), SegmentKind::Jitter, {"goodput"});
    add(PLATEAU_TEXT("Left for the run"), mfu * at_work * parts.goodput, {}, {"kept_mfu"});
    if (parts.usd_per_million_tokens > 0)
        add(PLATEAU_TEXT("$/M useful tokens"), std::numeric_limits<double>::quiet_NaN(), {},
            {"usd_per_million_tokens", "goodput"},
            {"%1", {narrate::steady(parts.usd_per_million_tokens / parts.goodput)}});
    return rows;
}

bool is_shown(const Row& row)
{
    return row.total || !row.words.empty() || std::abs(row.value) >= least_shown || std::isnan(row.value);
}

/// Writes a row's value always with a decimal: "−7.9".
WaterfallValue said(const Row& row)
{
    if (!row.words.empty() || std::isnan(row.value))
        return {row.value, row.words};
    const Quantity percent = row.total ? narrate::fixed(100 * row.value, 1) : narrate::signed_percent(row.value);
    return {row.value, {"%1", {percent}}};
}

/// Finds what takes most of the peak on the way to the MFU.
const WaterfallStep* largest_loss(const Waterfall& chart)
{
    const WaterfallStep* largest = nullptr;
    for (const WaterfallStep& step : chart.steps)
        if (!step.total && step.own.value < 0 && (!largest || step.own.value < largest->own.value))
            largest = &step;
    return largest;
}

/// The pieces of a step of the GPUs at work, then what is paid for beside it, in per cent.
Bar paid_bar(const Parts& parts, Message name, SeriesRole role)
{
    Bar bar{.name = std::move(name), .role = role, .fits = parts.fits()};
    const double at_work = parts.gpus_used / parts.gpus, productive = at_work * parts.goodput;
    const auto add = [&](const char* words, SegmentKind kind, double share, std::vector<std::string> terms) {
        if (share >= least_shown)
            bar.segments.push_back({{words, {}}, kind, 100 * share, std::move(terms)});
    };
    for (const StepPiece& piece : step_pieces(parts))
        add(piece.name, piece.kind, piece.share * productive, terms_of(piece, parts));
    add(PLATEAU_TEXT("Repeated, saved"), SegmentKind::Jitter, at_work - productive, {"goodput"});
    add(PLATEAU_TEXT("GPUs without work"), SegmentKind::Idle, 1 - at_work, {"tokens_per_s_per_gpu_available"});
    return bar;
}

} // namespace

Figure paid_time(const ScalingPicture& picture)
{
    const Parts& own = picture.current->here();
    Bars chart{.bars = {paid_bar(own, picture.own_name, SeriesRole::Current)},
               .title = {PLATEAU_TEXT("What becomes of the GPU time"), {}},
               .note = {PLATEAU_TEXT("% of what is paid for"), {}},
               .unit = units::Unit::None,
               .plain_head = {PLATEAU_TEXT("Computing"), {}},
               .waiting_head = {PLATEAU_TEXT("Blocked, lost"), {}}};
    for (const PinnedCurve& pin : picture.pins)
        if (pin.curve->here().possible())
            chart.bars.push_back(paid_bar(pin.curve->here(), pin_label(pin), pin.role));
    return Figure{.id = "paid-time",
                  .title = {PLATEAU_TEXT("What becomes of the GPU time that is paid for?"), {}},
                  .sentence
                  = {PLATEAU_TEXT("Of the GPU time that is paid for, %1 is spent at the peak on what counts."),
                     {Quantity{own.mfu() * own.goodput * own.gpus_used / own.gpus, units::Unit::Fraction}}},
                  .chart = std::move(chart)};
}

Figure mfu_account(const ScalingPicture& picture)
{
    const answers::ScalingCurve& curve = *picture.current;
    const Parts& own = curve.here();
    Waterfall chart{.title = {PLATEAU_TEXT("An account of MFU"), {}},
                    .note = {PLATEAU_TEXT("% of the peak"), {}},
                    .steps = {},
                    .unit = units::Unit::Fraction,
                    .own_name = picture.own_name};
    const Parts* beside = nullptr;
    const auto lay_beside = [&](const answers::ScalingCurve& other, Message name, SeriesRole role) {
        if (beside || !other.here().possible())
            return;
        beside = &other.here();
        chart.pinned_name = std::move(name);
        chart.pinned_role = role;
    };
    for (const PinnedCurve& pin : picture.pins)
        lay_beside(*pin.curve, pin_label(pin), pin.role);
    if (picture.other) {
        chart.own_name = curve_name(curve);
        lay_beside(*picture.other, curve_name(*picture.other), SeriesRole::OtherPlan);
    }
    const std::vector<Row> rows = rows_of(own), others = beside ? rows_of(*beside) : std::vector<Row>();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row* other = i < others.size() ? &others[i] : nullptr;
        if (!is_shown(rows[i]) && !(other && is_shown(*other)))
            continue;
        chart.steps.push_back({rows[i].name, said(rows[i]), other ? said(*other) : WaterfallValue(), rows[i].total,
                               rows[i].total ? std::nullopt : rows[i].kind, rows[i].subjects});
    }
    Message sentence{PLATEAU_TEXT("MFU is %1."), {Quantity{own.mfu(), units::Unit::Fraction}}};
    if (const WaterfallStep* loss = largest_loss(chart))
        sentence = {PLATEAU_TEXT("MFU is %1. The largest loss: %2, %3 of the peak."),
                    {Quantity{own.mfu(), units::Unit::Fraction}, loss->name,
                     Quantity{-loss->own.value, units::Unit::Fraction}}};
    return Figure{.id = "mfu-account",
                  .title = {PLATEAU_TEXT("From the peak to MFU, and to what a token costs"), {}},
                  .sentence = std::move(sentence),
                  .chart = std::move(chart)};
}

} // namespace plateau::figures

namespace plateau::views {

namespace {

Drawing account(const ViewRequest<Scenario>& request) { return drawing_here(request, figures::mfu_account); }
Drawing paid(const ViewRequest<Scenario>& request) { return drawing_here(request, figures::paid_time); }

constexpr View account_views[]
    = {{"mfu-account", "From the peak to MFU, and to what a useful token costs", account, true, "workbench", "account",
        PLATEAU_TEXT("An account of MFU")},
       {"paid-time", "Productive, blocked, repeated, unavailable: the GPU time that is paid for", paid, true,
        "workbench", "paid", PLATEAU_TEXT("What becomes of the GPU time")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(account_view, 21, account_views)
