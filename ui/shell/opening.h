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
class PageDocks;
class Pages;
class QuestionDocument;
class Saving;
class ScenarioCards;
class TourPlayer;
struct Questions;

/// Brings questions into the window: files, shipped scenarios, exported figures, sets, pasted text. A notice says what
/// cannot be opened. What is replaced can be had back by undo.
class Opening final : public QObject {
public:
    Opening(QWidget& window, Questions& questions, Pages& pages, PageDocks& docks, NoticeBar& notices, Saving& saving,
            TourPlayer& tours);

    void open(const QString& file_or_name);
    /// Opens; changes to files of one's own that it would replace are saved or given up first. Other changes can be had
    /// back, which a notice offers.
    void ask_and_open(const QString& file_or_name);
    /// A scenario's text, as pasted or dropped.
    void paste(const QString& words);
    /// A scenario's text that `file` lacks; false: it could not be opened, or the person went back.
    bool open_text(const std::string& kind, const std::string& yaml, const QString& file, const Message& words);

    void ask_new();
    void ask_open();
    void ask_open_set();
    void ask_model(); ///< a model's config.json, for the training scenario
    void fill_recent(QMenu& menu);
    /// The limits of the training scenario's hardware.
    void show_limits();

private:
    bool open_as_set(const QString& file);
    /// Calls `open`, which takes the place of a document's question, unless the person goes back.
    bool replace_in(QuestionDocument& document, const std::function<bool()>& open);
    void offer_back(QuestionDocument& document, int step, Page& page, const QString& title);
    void open_own(const Scenario& scenario);
    bool open_limits_set(const std::string& content, const QString& file);
    void opened();
    void offer_as_model(const QString& file);
    void open_foreign(const QString& file, const Error& refused);
    void use_model(const QString& file);
    Page& page_for(const std::string& kind);

    QWidget& window_;
    Questions& questions_;
    Pages& pages_;
    PageDocks& docks_;
    NoticeBar& notices_;
    Saving& saving_;
    TourPlayer& tours_;
    QMetaObject::Connection undone_; ///< while a notice offers something back
    ScenarioCards* cards_ = nullptr; ///< null until somebody asks for a new scenario
};

} // namespace plateau::ui
