// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QObject>
#include <QStringList>

#include <string_view>
#include <vector>

#include "ui/document/question_document.h"

class QListWidget;

namespace plateau::ui {

class NoticeBar;
class Page;
class Pages;
class StatusLine;
struct Questions;

/// Everything that would be lost, in one list; what is ticked is to be saved.
class UnsavedDialog final : public QDialog {
    Q_OBJECT
public:
    enum class Answer { Save, Discard, Cancel };

    UnsavedDialog(const QStringList& names, QWidget* parent = nullptr);

    Answer answer() const { return answer_; }
    bool is_ticked(int index) const;

private:
    QListWidget* list_;
    Answer answer_ = Answer::Cancel;
};

/// Puts questions into files, and asks before any is lost. Each call that returns bool says false where the person went
/// back or where it failed, which a notice says.
class Saving final : public QObject {
public:
    Saving(QWidget& window, Questions& questions, Pages& pages, NoticeBar& notices, StatusLine& status);

    bool save(); ///< the current question
    bool save_as();
    bool save_as(QuestionDocument& document);
    /// The current question and its pins.
    void save_set();
    /// The step of the active page.
    void save_timeline();
    bool write(const QString& file, std::string_view bytes);

    /// Asks what to save of what is not saved in a document, or at all, and saves that.
    bool settle(QuestionDocument& document);
    bool settle_all();
    /// Asks and saves as settle() does, for questions in files of one's own alone.
    bool settle_files(QuestionDocument& document);

private:
    struct Losable {
        QuestionDocument* document = nullptr; ///< null: work of a page
        QuestionDocument::Unsaved unsaved;
        Page* page = nullptr;
    };
    static std::vector<Losable> losable(QuestionDocument& document);
    bool settle(const std::vector<Losable>& all);
    bool save(const Losable& one);
    bool save_as(QuestionDocument& document, std::size_t index, const QString& title);
    bool put(QuestionDocument& document, std::size_t index, const QString& file);

    QWidget& window_;
    Questions& questions_;
    Pages& pages_;
    NoticeBar& notices_;
    StatusLine& status_;
};

} // namespace plateau::ui
