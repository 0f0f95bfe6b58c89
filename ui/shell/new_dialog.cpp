// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/new_dialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "ui/controls/controls.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/parameter_finder.h"
#include "ui/shell/card_delegate.h"

namespace plateau::ui {

namespace {

constexpr int columns_at_first = 3;

} // namespace

NewDialog::NewDialog(ScenarioCards& cards, bool training, QWidget* parent)
    : QDialog(parent), cards_(cards), finder_(new QLineEdit), kind_(new Segments), list_(new QListView),
      items_(new QStandardItemModel(this)), nothing_(new QLabel)
{
    set_subject(this, QStringLiteral("window.md#new"));
    setWindowTitle(tr("New from scenario"));
    auto* column = new QVBoxLayout(this);
    auto* top = new QHBoxLayout;
    finder_->setPlaceholderText(tr("Find a scenario"));
    finder_->setAccessibleName(tr("Find a scenario"));
    finder_->setClearButtonEnabled(true);
    finder_->installEventFilter(this);
    kind_->add(QStringLiteral("training"), tr("Training"), tr("A model on a cluster: how fast, how dear, which plan"));
    kind_->add(QStringLiteral("limits"), tr("Limits"), tr("How large a run can grow before data movement stops it"));
    kind_->set_name(tr("Kind of scenario"));
    kind_->set_current(training ? QStringLiteral("training") : QStringLiteral("limits"));
    kind_->setFixedWidth(180);
    top->addWidget(finder_, 1);
    top->addWidget(kind_);
    column->addLayout(top);
    nothing_->setWordWrap(true);
    column->addWidget(nothing_);
    list_->setModel(items_);
    list_->setItemDelegate(new CardDelegate(cards_, list_));
    list_->setViewMode(QListView::IconMode);
    list_->setMovement(QListView::Static);
    list_->setResizeMode(QListView::Adjust);
    list_->setUniformItemSizes(true);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setSelectionMode(QAbstractItemView::SingleSelection);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setMouseTracking(true);
    list_->setAccessibleName(tr("Scenarios"));
    list_->setMinimumSize(CardDelegate::size.width() * columns_at_first + 14, CardDelegate::size.height() * 2 + 70);
    column->addWidget(list_, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    for (QAbstractButton* button : buttons->buttons())
        button->setIcon({});
    open_ = buttons->button(QDialogButtonBox::Open);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    connect(finder_, &QLineEdit::textChanged, this, &NewDialog::fill);
    connect(kind_, &Segments::chosen, this, [this](const QString& kind) {
        kind_->set_current(kind);
        fill();
    });
    connect(list_, &QListView::activated, this, &QDialog::accept);
    connect(&cards_, &ScenarioCards::drawn, list_->viewport(), qOverload<>(&QWidget::update));
    fill();
    cards_.draw();
    finder_->setFocus();
}

void NewDialog::fill()
{
    const QString words = finder_->text().simplified();
    const bool training = kind_->current() == QLatin1String("training");
    items_->clear();
    const auto add = [this](std::size_t index) {
        const ScenarioCard& card = cards_.all()[index];
        auto* item = new QStandardItem(card.title);
        item->setData(static_cast<int>(index), card_index_role);
        item->setToolTip(tip(card.group + QLatin1Char('\n') + card.notes));
        item->setAccessibleText(card.title + QStringLiteral(". ") + card.line);
        items_->appendRow(item);
    };
    std::vector<std::size_t> mentioned; // those that are called so come first
    for (std::size_t i = 0; i < cards_.all().size(); ++i) {
        const ScenarioCard& card = cards_.all()[i];
        if (words.isEmpty() ? card.training == training : holds(card.title, words))
            add(i);
        else if (!words.isEmpty()
                 && holds(QStringList{card.title, card.group, card.notes}.join(QLatin1Char(' ')), words))
            mentioned.push_back(i);
    }
    for (const std::size_t i : mentioned)
        add(i);
    const bool any = items_->rowCount() > 0;
    list_->setVisible(any);
    nothing_->setVisible(!any);
    nothing_->setText(
        tr("No scenario mentions “%1”. One of your own in the folder scenarios of the presets would stand here.")
            .arg(words));
    open_->setEnabled(any);
    if (any)
        list_->setCurrentIndex(items_->index(0, 0));
}

int NewDialog::card_at(int row) const { return items_->index(row, 0).data(card_index_role).toInt(); }

QString NewDialog::file() const
{
    const QModelIndex current = list_->currentIndex();
    return current.isValid() && items_->rowCount() > 0
        ? cards_.all()[static_cast<std::size_t>(card_at(current.row()))].file
        : QString();
}

QStringList NewDialog::shown() const
{
    QStringList titles;
    for (int row = 0; row < items_->rowCount(); ++row)
        titles << cards_.all()[static_cast<std::size_t>(card_at(row))].title;
    return titles;
}

/// Arrows choose a card while the field has the keyboard.
bool NewDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool sideways = key == Qt::Key_Left || key == Qt::Key_Right;
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp
            || (sideways && finder_->text().isEmpty())) {
            QCoreApplication::sendEvent(list_, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace plateau::ui
