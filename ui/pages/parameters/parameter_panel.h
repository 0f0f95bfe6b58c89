// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QAbstractButton>
#include <QScrollArea>
#include <QWidget>

#include "core/model/estimate.h"
#include "core/question/scenario/parameter_table.h"
#include "ui/document/edited_question.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

class Segments;

class TabGate;

/// A group's header: chevron, name, and one line of what is inside while it is closed.
class GroupHeader final : public QAbstractButton {
    Q_OBJECT
public:
    explicit GroupHeader(const QString& title, QWidget* parent = nullptr);
    void set_summary(const QString& summary);
    /// Not a heading but a fold at the end of one: lighter.
    void set_quiet();
    /// A control in it, `left` pixels from its left edge.
    void set_control(QWidget* control, int left, int right);
    QSize sizeHint() const override { return {200, 28}; }

signals:
    void entered(); ///< with Down or Right: its rows are wanted

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString summary_;
    QWidget* control_ = nullptr;
    bool quiet_ = false;
};

/// Rows under a header that opens and closes them. Tab goes from header to header; Down goes in, and Tab then from row
/// to row.
class ParameterGroup final : public QWidget {
    Q_OBJECT
public:
    ParameterGroup(const QString& name, const QString& title, QWidget* parent = nullptr);

    const QString& name() const { return name_; }
    void add(ParameterRow* row);
    void set_open(bool open);
    bool is_open() const { return header_->isChecked(); }
    void refresh_summary();
    GroupHeader& header() { return *header_; }
    bool has_keyboard() const; ///< one of its rows, not the header
    /// Something that is no row of the table.
    void add_widget(QWidget* widget);

    /// A fold at the end for the rows that few people need; they are added when it is first opened.
    void offer_more();
    void add_more(ParameterRow* row);
    void set_more_words(const QString& words);
    void set_more_open(bool open);
    void offer(bool offered); ///< whether the fold holds anything now
    GroupHeader* more() const { return more_; }

signals:
    void toggled(bool open);
    void more_wanted();

private:
    void hold(ParameterRow& row) const;

    QString name_;
    GroupHeader* header_;
    QWidget* body_;
    TabGate* gate_; ///< around the rows
    GroupHeader* more_ = nullptr;
    QWidget* more_body_ = nullptr;
    std::vector<ParameterRow*> rows_;
};

/// Whether every word of `words` stands in `all`; upper and lower case alike.
bool holds(const QString& all, const QString& words);

/// All rows of the document's parameter table, in its groups; the advanced ones behind a fold at the end of each.
class ParameterPanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit ParameterPanel(QuestionDocument& document, QWidget* parent = nullptr);

    /// Reads the document again; arguments as in ParameterRow::refresh().
    void refresh(const Parts* parts, const SearchHints& hints = {});
    /// Puts a notice below the row of `key` and takes all others away; an empty key clears them. While a slider is
    /// dragged, those above it wait for its release.
    void show_notice(const std::string& key, const RowNotice& notice);
    void set_compact(bool compact);
    /// Null for an advanced row whose fold has not been opened yet.
    ParameterRow* row(const std::string& key) const;
    /// Opens the row's group, scrolls it into view, gives it the keyboard and marks it for a moment; false: no such
    /// row.
    bool reveal(const std::string& key);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Group {
        ParameterGroup* widget;
        bool open;
        bool open_when_compact;
        bool explained;
        std::vector<const ParameterDescription*> advanced; ///< behind the fold
    };
    void add_keys();
    void go_to_heading(int direction);
    void add_group(const QString& name, const QString& title, Group described);
    ParameterRow* make_row(const ParameterDescription& parameter, const Group& group);
    void show_more(const Group& group);
    void count_folded();
    void build_plan_header(ParameterGroup& group);
    SearchHints hints() const;
    void refresh_rows();

    QuestionDocument& document_;
    std::optional<Parts> given_; ///< of the last refresh
    Segments* plan_choice_ = nullptr; ///< only of a training scenario
    ObjectiveRow* objective_ = nullptr;
    SearchHints hints_;
    std::optional<Parts> best_; ///< what hints_ point to
    std::vector<Group> groups_;
    std::map<std::string, ParameterRow*> rows_;
    const ParameterRow* dragged_ = nullptr; ///< whose slider is held
    std::pair<std::string, RowNotice> notice_; ///< the last that was to be shown
    int compact_ = -1;
};

} // namespace plateau::ui
