// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>
#include <QTextDocument>

#include <map>

#include "ui/controls/theme.h"
#include "ui/shell/help/help_library.h"

namespace plateau::ui {

/// A page of help on the screen or on paper: Markdown, its tables and code in the theme's colours.
struct HelpPlaces {
    std::map<QString, int> blocks; ///< by anchor: the number of the block that it names
};

/// Fills the document; its base URL and pictures are the caller's.
HelpPlaces fill_help_document(QTextDocument& document, const QString& markdown, const Theme& theme);

/// One page of help: its text with the pictures drawn in the theme, found words marked.
class HelpBrowser final : public QTextBrowser {
    Q_OBJECT
public:
    explicit HelpBrowser(const HelpLibrary& library, QWidget* parent = nullptr);

    void show_page(const QString& name);
    const QString& page() const { return page_; }
    /// To the paragraph an anchor names; the top where there is none.
    void go_to(const QString& anchor);
    /// Marks every place of these words; how many there are.
    int mark(const QStringList& words);
    /// To the next marked place, or the one before.
    void step(int direction);
    void print_page();

signals:
    void link_clicked(const QString& target);

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refill();
    void show_marks();
    void follow(const QUrl& url);
    const std::optional<HelpFigure>& figure_of(const QString& name);
    void make_playable(QTextDocument& page);

    const HelpLibrary& library_;
    QString page_;
    QString anchor_;
    HelpPlaces places_;
    QStringList words_;
    std::vector<QTextCursor> marked_;
    int current_ = -1;
    std::map<QString, std::optional<HelpFigure>> figures_;
    std::map<QString, QImage> pictures_; ///< of this theme
};

} // namespace plateau::ui
