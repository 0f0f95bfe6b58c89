// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "core/answers/limits.h"
#include "core/answers/watch.h"
#include "core/views/limits_view.h"
#include "ui/document/question_document.h"

namespace plateau::ui {

/// What the limits page shows of its document: a curve of every configuration, rough before fine, and the run at the
/// marker. A curve that answers an older question is greyed until its successor arrives.
class LimitsModel final : public QObject {
    Q_OBJECT
public:
    LimitsModel(LimitsDocument& document, catalog::KnownRuns known, QObject* parent = nullptr);

    /// Computes only while somebody looks.
    void set_active(bool active);

    /// The visible configurations and the current one; the current one is never hidden.
    const figures::LimitsPicture& picture() const { return picture_; }
    const figures::LimitsCurve& current() const { return picture_.curves[picture_.current]; }
    const figures::Figure& figure() const { return figure_; }
    const figures::Figure& closed_forms() const { return closed_forms_; }
    /// The run at the marker; not known while it is computed.
    const limits::Point& marker() const;
    bool marker_known() const { return marker_.is_current(); }
    const catalog::KnownRuns& known() const { return known_; }

    /// What every picture of the curves goes through before it is shown.
    void set_decoration(std::function<void(figures::Figure&)> decorate) { decorate_ = std::move(decorate); }
    /// While somebody is asked which is which, configurations have no names.
    void set_names_asked(bool asked) { names_asked_ = asked; }
    bool names_are_asked() const { return names_asked_; }
    /// Draws the same answers as another picture.
    void redraw() { draw(); }

    bool is_hidden(int slot) const { return hidden_.count(slot) > 0; }
    void set_hidden(int slot, bool hidden);
    figures::LimitsDetail detail() const { return picture_.detail; }
    void set_detail(figures::LimitsDetail detail);

    bool is_working() const;
    int points_known() const;
    double seconds() const; ///< that the curves took
    /// Waits for what is under way; for tests.
    void finish();

signals:
    void updated();

private:
    using CurveWatch = answers::Watch<answers::LimitsCurve>;

    void schedule();
    void refresh();
    void ask();
    bool is_shown(std::size_t configuration) const;
    CurveWatch& watch(int slot);
    void draw();

    LimitsDocument& document_;
    catalog::KnownRuns known_;
    std::set<int> hidden_;
    figures::LimitsPicture picture_;
    figures::Figure figure_;
    figures::Figure closed_forms_;
    std::function<void(figures::Figure&)> decorate_;
    bool names_asked_ = false;
    bool active_ = false;
    bool scheduled_ = false;
    std::shared_ptr<answers::Answers> answers_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>();
    std::map<int, std::unique_ptr<CurveWatch>> watches_; ///< by slot
    answers::Watch<answers::LimitsPoint> marker_;
};

} // namespace plateau::ui
