// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/limits/limits_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>

namespace plateau::ui {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int patience_milliseconds = 40;
constexpr auto between_reports = std::chrono::milliseconds(30);

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::vector<limits::Point> known_ones(const std::vector<limits::Point>& points)
{
    std::vector<limits::Point> known;
    std::copy_if(points.begin(), points.end(), std::back_inserter(known),
                 [](const limits::Point& point) { return point.model.training_flop > 0; });
    return known;
}

} // namespace

/// Written by the background, emptied by the window; both under the mutex.
struct LimitsModel::Result {
    struct Curve {
        std::uint64_t generation;
        int slot;
        limits::Question question;
        std::vector<limits::Point> points;
        bool finished;
    };
    struct Marker {
        std::uint64_t generation;
        limits::Point point;
    };
    std::mutex mutex;
    std::vector<Curve> curves;
    std::optional<Marker> marker;
    std::uint64_t done = 0; ///< generation whose curves are all there
    double seconds = 0;
    QObject* window = nullptr; ///< null once the window has gone

    template<class Put>
    void report(Put put)
    {
        const std::lock_guard lock(mutex);
        put();
        if (window)
            QCoreApplication::postEvent(window, new QEvent(QEvent::User), Qt::NormalEventPriority);
    }
};

LimitsModel::LimitsModel(LimitsDocument& document, catalog::KnownRuns known, QObject* parent)
    : QObject(parent), document_(document), known_(std::move(known)), result_(std::make_shared<Result>())
{
    result_->window = this;
    picture_.known = &known_;
    patience_.setSingleShot(true);
    patience_.setInterval(patience_milliseconds);
    connect(&patience_, &QTimer::timeout, this, &LimitsModel::draw);
    connect(&document_, &LimitsDocument::changed, this, &LimitsModel::schedule);
    draw();
}

LimitsModel::~LimitsModel()
{
    const std::lock_guard lock(result_->mutex);
    result_->window = nullptr;
}

bool LimitsModel::event(QEvent* event)
{
    if (event->type() != QEvent::User)
        return QObject::event(event);
    take();
    return true;
}

void LimitsModel::set_active(bool active)
{
    active_ = active;
    if (active)
        refresh();
}

void LimitsModel::set_hidden(int slot, bool hidden)
{
    if (hidden)
        hidden_.insert(slot);
    else
        hidden_.erase(slot);
    schedule();
}

void LimitsModel::set_detail(figures::LimitsDetail detail)
{
    picture_.detail = detail;
    draw();
}

int LimitsModel::points_known() const
{
    std::size_t count = 0;
    for (const figures::LimitsCurve& curve : picture_.curves)
        count += curve.points.size();
    return static_cast<int>(count);
}

void LimitsModel::schedule()
{
    if (scheduled_ || !active_)
        return;
    scheduled_ = true;
    QMetaObject::invokeMethod(this, &LimitsModel::refresh, Qt::QueuedConnection);
}

void LimitsModel::refresh()
{
    scheduled_ = false;
    ask_marker();
    if (!ask() || answers_.empty())
        draw();
    else if (!patience_.isActive())
        patience_.start();
}

/// Something new to compute?
bool LimitsModel::ask()
{
    std::vector<Asked> wanted;
    const auto& all = document_.configurations();
    const auto want = [&](std::size_t index) {
        const auto& question = all[index].scenario->question;
        const auto found = answers_.find(all[index].slot);
        if (found == answers_.end() || !found->second.finished || !(found->second.question == question))
            wanted.push_back({all[index].slot, question});
    };
    want(document_.current_index());
    for (std::size_t i = 0; i < all.size(); ++i)
        if (i != document_.current_index() && !is_hidden(all[i].slot))
            want(i);
    const bool as_before
        = wanted.size() == asked_.size() && std::all_of(wanted.begin(), wanted.end(), [&](const Asked& each) {
              const auto found = asked_.find(each.slot);
              return found != asked_.end() && found->second == each.question;
          });
    if (as_before)
        return false;
    asked_.clear();
    for (const Asked& each : wanted)
        asked_.emplace(each.slot, each.question);
    working_ = !wanted.empty();
    curves_.submit([wanted, result = result_](const std::stop_token& stop, std::uint64_t generation) {
        const auto start = Clock::now();
        for (const Asked& each : wanted) {
            std::vector<limits::Point> points(
                limits::width_grid(each.question.width_from, each.question.width_to).size());
            auto last = Clock::now();
            const auto hand_over = [&](bool finished) {
                result->report([&] {
                    result->curves.push_back({generation, each.slot, each.question, known_ones(points), finished});
                });
                last = Clock::now();
            };
            limits::curve(each.question, stop, [&](std::size_t index, const limits::Point& point) {
                points[index] = point;
                if (Clock::now() - last > between_reports)
                    hand_over(false);
            });
            if (stop.stop_requested())
                return;
            hand_over(true);
        }
        result->report([&] {
            result->done = generation;
            result->seconds = seconds_since(start);
        });
    });
    return working_;
}

const limits::Point* LimitsModel::on_grid(const Answer& answer, double flop) const
{
    for (const limits::Point& point : answer.points)
        if (std::abs(point.model.training_flop / flop - 1) < 1e-9)
            return &point;
    return nullptr;
}

void LimitsModel::ask_marker()
{
    const LimitsScenario& scenario = document_.scenario();
    const auto& configuration = document_.configurations()[document_.current_index()];
    const auto found = answers_.find(configuration.slot);
    if (found != answers_.end() && found->second.question == scenario.question)
        if (const limits::Point* point = on_grid(found->second, scenario.marker_flop)) {
            marker_job_.submit([](const std::stop_token&, std::uint64_t) {});
            marker_ = *point;
            marker_known_ = true;
            return;
        }
    marker_known_ = false;
    marker_job_.submit([question = scenario.question, flop = scenario.marker_flop,
                        result = result_](const std::stop_token& stop, std::uint64_t generation) {
        const limits::Point point = limits::point_at_flop(question, flop);
        if (!stop.stop_requested())
            result->report([&] { result->marker = Result::Marker{generation, point}; });
    });
}

void LimitsModel::take()
{
    std::vector<Result::Curve> curves;
    std::optional<Result::Marker> marker;
    {
        const std::lock_guard lock(result_->mutex);
        curves.swap(result_->curves);
        marker.swap(result_->marker);
        if (result_->done == curves_.generation() && working_) {
            working_ = false;
            asked_.clear();
            seconds_ = result_->seconds;
            patience_.stop();
        }
    }
    if (marker && marker->generation == marker_job_.generation()) {
        marker_ = marker->point;
        marker_known_ = true;
    }
    for (Result::Curve& curve : curves)
        if (curve.generation == curves_.generation())
            answers_[curve.slot] = {curve.question, std::move(curve.points), curve.finished};
    draw();
}

void LimitsModel::finish()
{
    if (scheduled_)
        refresh();
    curves_.wait();
    marker_job_.wait();
    take();
}

void LimitsModel::draw()
{
    const auto& all = document_.configurations();
    picture_.curves.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool is_current = i == document_.current_index();
        if (!is_current && is_hidden(all[i].slot))
            continue;
        figures::LimitsCurve curve;
        curve.scenario = all[i].scenario;
        curve.name = document_.title(i).toStdString();
        curve.number = static_cast<int>(i) + 1;
        curve.role = figures::role_of_slot(all[i].slot);
        const auto found = answers_.find(all[i].slot);
        if (found != answers_.end()) {
            curve.points = found->second.points;
            curve.stale = !(found->second.question == curve.scenario->question);
            curve.finished = found->second.finished && !curve.stale;
        } else
            curve.finished = false;
        if (is_current)
            picture_.current = picture_.curves.size();
        picture_.curves.push_back(std::move(curve));
    }
    figure_ = limits_figure(picture_);
    if (decorate_)
        decorate_(figure_);
    closed_forms_ = closed_form_figure(picture_);
    emit updated();
}

} // namespace plateau::ui
