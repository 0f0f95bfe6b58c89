// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/pages/parameters/parameter_row.h"

class QLabel;

namespace plateau::ui {

class ParameterFinder;
class ParameterGroup;
class Segments;

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
    void resizeEvent(QResizeEvent* event) override;
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
    bool is_made(const Group& group) const;
    void count_folded();
    void show_what_counts();
    void find(const QString& words);
    QString words_for_nothing(const QString& words) const;
    void build_plan_header(ParameterGroup& group);
    SearchHints hints() const;
    void refresh_rows();

    QuestionDocument& document_;
    ParameterFinder* finder_;
    QLabel* nothing_; ///< what is said when no row is found
    std::optional<Parts> given_; ///< of the last refresh
    QString found_; ///< words the rows show the matches of
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
