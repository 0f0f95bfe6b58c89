// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/parameters/parameter_row.h"

namespace plateau::ui {

class ObjectiveRow;
class ParameterGroup;
class Segments;

/// All rows of the document's parameter table that are not advanced, in its groups.
class ParameterPanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit ParameterPanel(QuestionDocument& document, QWidget* parent = nullptr);

    /// Reads the document again; arguments as in ParameterRow::refresh().
    void refresh(const Parts* parts, const SearchHints& hints = {});
    /// Puts a notice below the row of `key` and takes all others away; an empty key clears them.
    void show_notice(const std::string& key, const RowNotice& notice);
    void set_compact(bool compact);
    ParameterRow* row(const std::string& key) const;
    /// Opens the row's group, scrolls it into view, gives it the keyboard and marks it for a moment; false: no such row.
    bool reveal(const std::string& key);

private:
    struct Group {
        ParameterGroup* widget;
        bool open_when_compact;
    };
    void build_plan_header(ParameterGroup& group);
    SearchHints hints() const;

    QuestionDocument& document_;
    Segments* plan_choice_ = nullptr; ///< only of a training scenario
    ObjectiveRow* objective_ = nullptr;
    SearchHints hints_;
    std::optional<Parts> best_; ///< what hints_ point to
    std::vector<Group> groups_;
    std::map<std::string, ParameterRow*> rows_;
    QWidget* mark_ = nullptr; ///< round the row that was revealed last
    int compact_ = -1;
};

} // namespace plateau::ui
