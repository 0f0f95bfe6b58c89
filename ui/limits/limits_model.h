// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "core/figures/limits_figure.h"
#include "core/threads/pool.h"
#include "ui/document/limits_document.h"

namespace plateau::ui {

/// What the limits page shows of its document. Every configuration is computed in the background, rough before fine;
/// the latest question wins, and a curve that answers an older one is greyed until its successor arrives.
class LimitsModel final : public QObject {
    Q_OBJECT
public:
    LimitsModel(LimitsDocument& document, catalog::KnownRuns known, QObject* parent = nullptr);
    ~LimitsModel() override;

    /// Computes only while somebody looks.
    void set_active(bool active);

    /// The visible configurations and the current one; the current one is never hidden.
    const figures::LimitsPicture& picture() const { return picture_; }
    const figures::LimitsCurve& current() const { return picture_.curves[picture_.current]; }
    const figures::Figure& figure() const { return figure_; }
    const figures::Figure& closed_forms() const { return closed_forms_; }
    /// The run at the marker; not known while it is computed.
    const limits::Point& marker() const { return marker_; }
    bool marker_known() const { return marker_known_; }
    const catalog::KnownRuns& known() const { return known_; }

    /// What every picture of the curves goes through before it is shown.
    void set_decoration(std::function<void(figures::Figure&)> decorate) { decorate_ = std::move(decorate); }
    /// The same answers as another picture.
    void redraw() { draw(); }

    bool is_hidden(int slot) const { return hidden_.count(slot) > 0; }
    void set_hidden(int slot, bool hidden);
    figures::LimitsDetail detail() const { return picture_.detail; }
    void set_detail(figures::LimitsDetail detail);

    bool is_working() const { return working_; }
    int points_known() const;
    double seconds() const { return seconds_; } ///< the last complete computation took
    /// Waits for the background and takes its results over.
    void finish();

signals:
    void updated();

protected:
    bool event(QEvent* event) override;

private:
    /// The answer for one slot, kept while its question stays the same.
    struct Answer {
        limits::Question question;
        std::vector<limits::Point> points;
        bool finished = false;
    };
    struct Asked {
        int slot;
        limits::Question question;
    };
    struct Result; ///< what the background has found so far, handed over whole

    void schedule();
    void refresh();
    bool ask();
    void ask_marker();
    void take();
    void draw();
    const limits::Point* on_grid(const Answer& answer, double flop) const;

    LimitsDocument& document_;
    catalog::KnownRuns known_;
    std::map<int, Answer> answers_; ///< by slot
    std::set<int> hidden_;
    std::map<int, limits::Question> asked_; ///< what is being computed
    figures::LimitsPicture picture_;
    figures::Figure figure_;
    figures::Figure closed_forms_;
    std::function<void(figures::Figure&)> decorate_;
    limits::Point marker_;
    bool marker_known_ = false;
    bool active_ = false;
    bool scheduled_ = false;
    bool working_ = false;
    double seconds_ = 0;
    QTimer patience_; ///< how long an older curve stands before it is greyed
    std::shared_ptr<Result> result_;
    threads::Background curves_;
    threads::Background marker_job_; ///< last: join before what they use goes away
};

} // namespace plateau::ui
