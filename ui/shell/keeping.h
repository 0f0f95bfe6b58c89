// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <QDateTime>
#include <QDialog>
#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include "core/text/messages/error.h"
#include "ui/document/edited_question.h"

class QListWidget;

namespace plateau::ui {

class NoticeBar;
class Opening;
class Pages;
class Saving;
struct Questions;

/// Keeps what is not saved in a folder, so that it outlives the program: a few seconds after a change at the latest.
/// Each running window has files and a lock of its own there; what is found without a living owner is offered again.
class Recovery final : public QObject {
    Q_OBJECT
public:
    static constexpr int delay_milliseconds = 2000;

    /// $XDG_STATE_HOME/plateau/unsaved, else ~/.local/state/plateau/unsaved.
    static QString usual_folder();

    explicit Recovery(QString folder, QObject* parent = nullptr);
    ~Recovery() override;

    void follow(QuestionDocument& document);
    /// Keeps one more text that may be lost; it is empty while there is nothing. Call soon() when it has changed.
    void follow(const QString& kind, std::function<std::string()> text);
    void soon();

    /// Questions that are not saved while a tour's stand in their place, which need no keeping.
    struct Aside {
        QString kind;
        QString file; ///< where it belongs; empty: nowhere yet
        std::string text;
        bool shipped = false; ///< its title and notes are those of a preset that comes with the program
    };
    /// What is not saved of a document.
    static std::vector<Aside> unsaved(const QuestionDocument& document);
    void keep_aside(std::vector<Aside> aside);
    void back_in_place();

    /// One question that a program left behind.
    struct Left {
        QString copy; ///< the file it is kept in
        QString file; ///< where it belongs; empty: nowhere yet
        QString kind; ///< of its document
        QString title;
        QDateTime when;
        bool shipped = false; ///< title and notes are those of a preset that comes with the program

        Argument title_words() const { return catalog::words_of_file(title.toStdString(), shipped); }
    };
    /// Returns the newest first. Another window that asks meanwhile is not told of them.
    std::vector<Left> left_behind();
    static Expected<std::string> text_of(const Left& left);
    static void forget(const Left& left);

    /// Writes the copies at once instead of after the delay.
    void keep();
    /// Removes the copies when the window closes and nothing unsaved is wanted.
    void finish();

private:
    void clear_locks() const;
    QString name(const QString& ending) const { return folder_ + QLatin1Char('/') + instance_ + ending; }

    QString folder_;
    QString instance_;
    std::unique_ptr<QLockFile> own_;
    std::vector<std::unique_ptr<QLockFile>> theirs_;
    std::vector<QuestionDocument*> documents_;
    std::map<QString, std::function<std::string()>> others_; ///< by kind
    std::optional<std::vector<Aside>> aside_; ///< while a tour plays
    QTimer later_;
};

/// Loses nothing: keeps copies of what is not saved, offers what an earlier program left behind, and tells when another
/// program changes a file that is open.
class Keeping final : public QObject {
public:
    Keeping(QObject& window, Questions& questions, Pages& pages, NoticeBar& notices, Saving& saving, Opening& opening);

    /// Keeps what is not saved in `folder` and offers what was left behind there.
    void recover_in(const QString& folder);
    const QString& folder() const { return folder_; }
    Recovery* recovery() { return recovery_; } ///< null: nothing is kept
    /// Removes the copies: nothing is unsaved, or it is not wanted.
    void finish();

    /// The questions that are not saved, for a tour to take their place.
    std::vector<Recovery::Aside> unsaved();
    void put_aside(std::vector<Recovery::Aside> aside);
    void back_in_place();

private:
    void watch_files();
    void look_at(const QString& file);
    void offer_left_behind();
    QString subject_of(const Recovery::Left& left) const;
    void restore(const Recovery::Left& left);

    Questions& questions_;
    Pages& pages_;
    NoticeBar& notices_;
    Saving& saving_;
    Opening& opening_;
    Recovery* recovery_ = nullptr;
    QString folder_;
    std::vector<Recovery::Left> left_;
    QFileSystemWatcher watcher_;
};

/// Ends the program when the system asks for it (logging out, kill): after `keep`, so that nothing is lost, whatever
/// dialog is open. One at a time.
class Termination final : public QObject {
    Q_OBJECT
public:
    explicit Termination(std::function<void()> keep, QObject* parent = nullptr);
    ~Termination() override;

private:
    void end(int signal);

    std::function<void()> keep_;
};

class Page;
class StatusLine;

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

/// What takes long to work out is worked out beside the window, one at a time, and then put into a file.
class WritingBeside final : public QObject {
public:
    /// `status` says how far a file is; null: somebody else does.
    explicit WritingBeside(QObject& parent, StatusLine* status = nullptr) : QObject(&parent), status_(status) { }
    ~WritingBeside() override;

    using Then = std::function<void()>; ///< runs in the window, once the work is done
    void work(std::function<Then()> beside);

    using Bytes = std::function<Expected<std::string>()>; ///< runs in the window
    /// `begun` is said now, `saved` with %1 for the file's name at the end. Nothing where one is still at work.
    void write(const QString& file, const QString& begun, const QString& saved, std::function<Bytes()> beside);
    bool is_working() const { return working_; }
    /// For the work: has something done in the window and waits for it. False: the window is being closed.
    bool in_window(const std::function<void()>& task);

private:
    StatusLine* status_;
    std::thread worker_;
    bool working_ = false;
    std::atomic<bool> leaving_ = false, worked_ = true;
};

/// The questions of a window: a training scenario with the pins beside it, and limits. Another window can go on with
/// them.
struct Questions {
    explicit Questions(ScenarioDocument& document)
        : training(document), pins(document), limits(document.shared_catalog())
    {
    }

    ScenarioDocument& training;
    Pins pins;
    LimitsDocument limits;

    std::array<QuestionDocument*, 2> documents() { return {&training, &limits}; }
    bool are_limits(const QuestionDocument& document) const { return &document == &limits; }
};

} // namespace plateau::ui
