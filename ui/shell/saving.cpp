// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/files/output.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/document/evidence_model.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/pages.h"

namespace plateau::ui {

const QStringList yaml{QStringLiteral("yaml"), QStringLiteral("yml")};

UnsavedDialog::UnsavedDialog(const QStringList& names, QWidget* parent) : QDialog(parent), list_(new QListWidget(this))
{
    set_subject(this, QStringLiteral("window.md#unsaved"));
    setWindowTitle(tr("Unsaved changes"));
    auto* column = new QVBoxLayout(this);
    auto* words = new QLabel(names.size() == 1 ? tr("This question has changes that are not saved.")
                                               : tr("These questions have changes that are not saved."),
                             this);
    column->addWidget(words);
    for (const QString& name : names) {
        auto* item = new QListWidgetItem(name, list_);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    list_->setAccessibleName(tr("What to save"));
    constexpr int most_lines = 8, narrowest = 420;
    const int line = list_->sizeHintForRow(0);
    list_->setMinimumWidth(narrowest);
    list_->setFixedHeight(std::min(most_lines, static_cast<int>(names.size())) * line + 2 * list_->frameWidth() + 4);
    column->addWidget(list_);
    auto* buttons = new QDialogButtonBox(this);
    const auto add = [&](const QString& name, QDialogButtonBox::ButtonRole role, Answer answer) {
        QPushButton* button = buttons->addButton(name, role);
        connect(button, &QPushButton::clicked, this, [this, answer] {
            answer_ = answer;
            done(answer == Answer::Cancel ? Rejected : Accepted);
        });
        return button;
    };
    add(names.size() == 1 ? tr("&Save") : tr("&Save those ticked"), QDialogButtonBox::AcceptRole, Answer::Save)
        ->setDefault(true);
    add(tr("&Discard"), QDialogButtonBox::DestructiveRole, Answer::Discard);
    add(tr("Cancel"), QDialogButtonBox::RejectRole, Answer::Cancel);
    column->addWidget(buttons);
}

bool UnsavedDialog::is_ticked(int index) const { return list_->item(index)->checkState() == Qt::Checked; }

Saving::Saving(QWidget& window, Questions& questions, Pages& pages, NoticeBar& notices, StatusLine& status)
    : QObject(&window), window_(window), questions_(questions), pages_(pages), notices_(notices), status_(status)
{
}

bool Saving::save()
{
    QuestionDocument& document = pages_.active().document();
    return save({&document, {document.current_index(), document.title_words(), document.file()}});
}

bool Saving::save_as(QuestionDocument& document)
{
    return save_as(document, document.current_index(), document.title());
}

bool Saving::save_as(QuestionDocument& document, std::size_t index, const QString& title)
{
    const QString file
        = ask_save_file(&window_, tr("Save scenario"), title + QStringLiteral(".yaml"), tr("Scenarios (*.yaml)"), yaml);
    return !file.isEmpty() && put(document, index, QFileInfo(file).absoluteFilePath());
}

bool Saving::save(const Losable& one)
{
    const auto& [document, unsaved, page] = one;
    const QString& file = unsaved.file;
    if (page) {
        pages_.go_to(*page);
        return page->save_work();
    }
    if (file.isEmpty())
        return save_as(*document, unsaved.index, text(english(unsaved.title)));
    if (document->changed_outside(file)) {
        QMessageBox box(
            QMessageBox::Warning, tr("Plateau"),
            tr("%1 was changed by another program since it was opened here.").arg(QFileInfo(file).fileName()),
            QMessageBox::Cancel, &window_);
        box.setTextFormat(Qt::PlainText);
        const QPushButton* put = box.addButton(tr("Save my values into it"), QMessageBox::AcceptRole);
        QPushButton* other = box.addButton(tr("Save as..."), QMessageBox::ActionRole);
        box.setDefaultButton(other); // Enter writes over nobody's work
        box.exec();
        if (box.clickedButton() == other)
            return save_as(*document, unsaved.index, QFileInfo(file).completeBaseName());
        if (box.clickedButton() != put)
            return false;
        document->keep_over(file);
    }
    return put(*document, unsaved.index, file);
}

bool Saving::put(QuestionDocument& document, std::size_t index, const QString& file)
{
    if (const auto saved = document.save(file, index); !saved) {
        notices_.complain(saved.error());
        return false;
    }
    notices_.take_back_complaint();
    notices_.remove(file);
    add_recent_file(file);
    return true;
}

bool Saving::write(const QString& file, std::string_view bytes)
{
    const auto written = files::write_file(file.toStdU16String(), bytes, files::Replacing::any_file());
    if (!written)
        notices_.complain(written.error());
    return written.has_value();
}

void Saving::save_set()
{
    const QString file = ask_save_file(&window_, tr("Save set"),
                                       questions_.training.title() + tr(", compared") + QStringLiteral(".yaml"),
                                       tr("Sets of scenarios (*.yaml)"), yaml);
    if (!file.isEmpty() && write(file, questions_.pins.as_text()))
        notices_.take_back_complaint();
}

void Saving::save_timeline()
{
    const QString file = ask_save_file(&window_, tr("Save timeline"),
                                       pages_.active().document().title() + QStringLiteral(" timeline.json"),
                                       tr("Traces (*.json)"), {QStringLiteral("json")});
    if (!file.isEmpty() && write(file, pages_.active().step_trace()))
        status_.show_message(tr("Timeline saved; open it at ui.perfetto.dev"));
}

std::vector<Saving::Losable> Saving::losable(QuestionDocument& document)
{
    std::vector<Losable> all;
    for (const auto& unsaved : document.unsaved())
        all.push_back({&document, unsaved});
    return all;
}

bool Saving::settle(QuestionDocument& document) { return settle(losable(document)); }

bool Saving::settle_files(QuestionDocument& document)
{
    std::vector<Losable> all = losable(document);
    std::erase_if(all, [](const Losable& one) { return one.unsaved.file.isEmpty(); });
    return settle(all);
}

bool Saving::settle_all()
{
    std::vector<Losable> all;
    for (QuestionDocument* document : questions_.documents())
        for (const Losable& one : losable(*document))
            all.push_back(one);
    for (Page* page : pages_.built())
        if (page->has_unsaved_work())
            all.push_back({nullptr, {0, Verbatim{page->work_title().toStdString()}, {}}, page});
    return settle(all);
}

bool Saving::settle(const std::vector<Losable>& all)
{
    if (all.empty())
        return true;
    QStringList names;
    for (const Losable& one : all) {
        const QString title = text(one.unsaved.title);
        names << (one.unsaved.file.isEmpty() ? title
                                             : tr("%1 (%2)").arg(title, QFileInfo(one.unsaved.file).fileName()));
    }
    UnsavedDialog dialog(names, &window_);
    dialog.exec();
    if (dialog.answer() != UnsavedDialog::Answer::Save)
        return dialog.answer() == UnsavedDialog::Answer::Discard;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (dialog.is_ticked(static_cast<int>(i)) && !save(all[i]))
            return false;
    return true;
}

WritingBeside::~WritingBeside()
{
    leaving_ = true;
    while (!worked_) // it may wait for the window
        QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    if (worker_.joinable())
        worker_.join();
}

bool WritingBeside::in_window(const std::function<void()>& task)
{
    return !leaving_ && QMetaObject::invokeMethod(this, task, Qt::BlockingQueuedConnection);
}

void WritingBeside::work(std::function<Then()> beside)
{
    working_ = true;
    if (worker_.joinable())
        worker_.join();
    worked_ = false;
    worker_ = std::thread([this, beside = std::move(beside)] {
        Then done = beside();
        worked_ = true;
        QMetaObject::invokeMethod(
            this,
            [this, then = std::move(done)] {
                working_ = false;
                then();
            },
            Qt::QueuedConnection);
    });
}

void WritingBeside::write(const QString& file, const QString& begun, const QString& saved,
                          std::function<Bytes()> beside)
{
    if (working_)
        return;
    status_->show_message(begun);
    work([=, this, beside = std::move(beside)]() -> Then {
        return [=, this, bytes = beside()] {
            const auto written = bytes().and_then([&](const std::string& all) {
                return files::write_file(file.toStdU16String(), all, files::Replacing::any_file());
            });
            status_->show_message(written ? saved.arg(QFileInfo(file).fileName()) : text(written.error()));
        };
    });
}

} // namespace plateau::ui
