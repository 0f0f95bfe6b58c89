// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <string>

#include "core/text/messages/error.h"

class QMenu;

namespace plateau {

struct Scenario;

} // namespace plateau

namespace plateau::ui {

class NoticeBar;
class Page;
class SidePanels;
class Pages;
class QuestionDocument;
class Saving;
class ScenarioCards;
struct Questions;
struct WindowParts;

/// Brings questions into the window: files, shipped scenarios, exported figures, sets, pasted text. A notice says what
/// cannot be opened. What is replaced can be had back by undo.
class Opening final : public QObject {
    Q_OBJECT
public:
    Opening(QWidget& window, Questions& questions, Pages& pages, SidePanels& panels, NoticeBar& notices,
            Saving& saving);
    /// Hands over what files that hold no question are opened with. It is called once, and `parts` outlives this.
    void open_with(const WindowParts& parts) { parts_ = &parts; }

    void open(const QString& file_or_name);
    /// Opens a file. Changes to files of one's own that it would replace are saved or given up first. A notice offers
    /// other changes back.
    void ask_and_open(const QString& file_or_name);
    /// Opens a scenario's text that was pasted or dropped.
    void paste(const QString& words);
    /// Opens a scenario's text that `file` lacks; false: it could not be opened, or the person went back. `shipped`
    /// becomes Scenario::shipped.
    bool open_text(const std::string& kind, const std::string& yaml, const QString& file, const Message& words,
                   bool shipped = false);
    /// Opens a training scenario that is in no file yet.
    void open_own(const Scenario& scenario);

    void ask_new();
    void ask_open();
    void ask_open_set();
    void ask_model(); ///< a model's config.json, for the training scenario
    void fill_recent(QMenu& menu);
    /// Shows the limits of the training scenario's hardware.
    void show_limits();

signals:
    void replacing(); ///< a question is about to come; somebody may yet go back

private:
    bool open_as_set(const QString& file);
    /// Calls `open`, which takes the place of a document's question, unless the person goes back.
    bool replace_in(QuestionDocument& document, const std::function<bool()>& open);
    void offer_back(QuestionDocument& document, int step, Page& page, const QString& title);
    bool open_limits_set(const std::string& content, const QString& file);
    void opened();
    void offer_as_model(const QString& file);
    void open_foreign(const QString& file, const Error& refused, std::size_t kind = 0);
    void use_model(const QString& file);
    Page& page_for(const std::string& kind);

    QWidget& window_;
    Questions& questions_;
    Pages& pages_;
    SidePanels& panels_;
    NoticeBar& notices_;
    Saving& saving_;
    const WindowParts* parts_ = nullptr;
    QMetaObject::Connection undone_; ///< while a notice offers something back
    ScenarioCards* cards_ = nullptr; ///< null until somebody asks for a new scenario
};

} // namespace plateau::ui
