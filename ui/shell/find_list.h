// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

#include <algorithm>
#include <functional>
#include <vector>

#include "ui/shell/registers.h"

class QLineEdit;

namespace plateau::ui {

class ScenarioCards;

/// What the words of the one field find: what Enter sets or asks, with what comes of it; parameters, commands of the
/// menus and panels, scenarios and pages of help by the beginnings of their words and by everyday ones.
class FindList final : public QListWidget {
    Q_OBJECT
public:
    explicit FindList(const WindowParts& parts);

    QLineEdit* field() const { return field_; }
    /// Puts the keyboard into the field.
    void open();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        QString words;
        QString tip;
        std::function<void()> take;
        int rank = 0; ///< lower: likelier
    };
    struct Section {
        QString head;
        std::vector<Entry> entries;
        int rank() const { return entries.empty() ? 9 : std::ranges::min(entries, {}, &Entry::rank).rank; }
    };

    void fill();
    void add(const Section& section);
    Section limits(const QString& words);
    Section settings(const QString& words);
    Section parameters(const QString& words);
    Section commands(const QString& words);
    Section scenarios(const QString& words);
    Section help(const QString& words);
    template<class Offer>
    void offer_menu(const QMenu& menu, const QString& of, const Offer& offer);
    void reveal(const std::string& key);
    void take();
    void close();
    void place();

    const WindowParts to_;
    ScenarioCards* cards_;
    QLineEdit* field_;
    QAction* icon_;
    std::vector<std::function<void()>> entries_; ///< of each row; empty: a heading
};

} // namespace plateau::ui
