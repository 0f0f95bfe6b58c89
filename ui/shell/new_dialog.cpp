// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/new_dialog.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

#include "core/answers/question.h"
#include "ui/controls/appearance.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/parameter_finder.h"
#include "ui/pages/parameters/parameter_row.h"
#include "ui/shell/scenario_cards.h"

namespace plateau::ui {

namespace {

constexpr int columns_at_first = 3;

} // namespace

MyCluster::MyCluster(std::shared_ptr<const catalog::Catalog> catalog, QWidget* parent)
    : QWidget(parent), document_(std::move(catalog)), model_(*document_.row("model")),
      open_(new QPushButton(tr("Open my cluster"), this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(2);
    auto* head = new QLabel(tr("My cluster: which GPUs, how many, which model?"), this);
    head->setFont(interface_font(13, 600));
    column->addWidget(head);
    model_.label = PLATEAU_TEXT("Model");
    for (const ParameterDescription* each :
         std::initializer_list<const ParameterDescription*>{document_.row("hardware"), document_.row("gpus"), &model_})
        column->addWidget(new ParameterRow(*each, document_, this));
    auto* line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("All else has defaults; the best plan is shown."), this), 1);
    line->addWidget(open_);
    column->addLayout(line);
    connect(open_, &QPushButton::clicked, this, [this] {
        if (!document_.refusal("gpus")) // else what is wrong stands below the row
            emit wanted();
    });
    connect(&document_, &QuestionDocument::changed, this, &MyCluster::refresh);
    connect(&document_, &QuestionDocument::refusal_changed, this, &MyCluster::refresh);
    refresh();
}

void MyCluster::refresh()
{
    for (ParameterRow* row : findChildren<ParameterRow*>())
        row->refresh(nullptr);
}

Scenario MyCluster::scenario() const
{
    Scenario mine = answers::seen_as(document_.scenario(), search::PlanChoice::Best, search::Objective::Throughput);
    mine.title = PLATEAU_TEXT("My cluster");
    mine.shipped = true; // a title of ours
    return mine;
}

NewDialog::NewDialog(ScenarioCards& cards, bool training, QWidget* parent)
    : QDialog(parent), cards_(cards), training_(training), mine_(new MyCluster(cards.catalog(), this)),
      finder_(new QLineEdit), list_(new QListView), items_(new QStandardItemModel(this)), nothing_(new QLabel)
{
    set_subject(this, QStringLiteral("window.md#new"));
    setWindowTitle(tr("New"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(mine_);
    finder_->setPlaceholderText(tr("Find a scenario"));
    finder_->setAccessibleName(tr("Find a scenario"));
    finder_->setClearButtonEnabled(true);
    finder_->installEventFilter(this);
    column->addWidget(finder_);
    nothing_->setWordWrap(true);
    column->addWidget(nothing_);
    list_->setModel(items_);
    list_->setItemDelegate(new CardDelegate(cards_, list_));
    list_->setViewMode(QListView::IconMode);
    list_->setMovement(QListView::Static);
    list_->setResizeMode(QListView::Adjust);
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
    connect(mine_, &MyCluster::wanted, this, [this] {
        own_ = mine_->scenario();
        accept();
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        (mine_->isAncestorOf(now) ? &mine_->open_button() : open_)->setDefault(true);
    });
    connect(list_, &QListView::activated, this, &QDialog::accept);
    connect(&cards_, &ScenarioCards::drawn, list_->viewport(), qOverload<>(&QWidget::update));
    fill();
    cards_.draw();
    finder_->setFocus();
}

/// The keyboard leaves what is being destroyed.
NewDialog::~NewDialog() { disconnect(qApp, nullptr, this, nullptr); }

void NewDialog::add_heading(const QString& words)
{
    auto* item = new QStandardItem(words);
    item->setFlags(Qt::NoItemFlags);
    items_->appendRow(item);
}

void NewDialog::add_card(std::size_t index)
{
    const ScenarioCard& card = cards_.all()[index];
    auto* item = new QStandardItem(card.title);
    item->setData(static_cast<int>(index), card_index_role);
    item->setToolTip(tip(card.group + QLatin1Char('\n') + card.notes));
    item->setAccessibleText(card.title + QStringLiteral(". ") + card.line);
    items_->appendRow(item);
}

/// By the question they answer; those that words find in one list, with those called so first.
void NewDialog::fill()
{
    const QString words = finder_->text().simplified();
    items_->clear();
    const std::vector<ScenarioCard>& all = cards_.all();
    int first = -1;
    std::vector<std::size_t> mentioned;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ScenarioCard& card = all[i];
        if (words.isEmpty() && (i == 0 || card.answers != all[i - 1].answers))
            add_heading(card.answers);
        if (first < 0 && (!words.isEmpty() || card.training == training_))
            first = items_->rowCount();
        if (words.isEmpty() || holds(card.title, words))
            add_card(i);
        else if (holds(QStringList{card.title, card.answers, card.group, card.notes}.join(QLatin1Char(' ')), words))
            mentioned.push_back(i);
    }
    for (const std::size_t i : mentioned)
        add_card(i);
    const bool any = items_->rowCount() > 0;
    list_->setVisible(any);
    nothing_->setVisible(!any);
    nothing_->setText(
        tr("No scenario mentions “%1”. One of your own in the folder scenarios of the presets would stand here.")
            .arg(words));
    open_->setEnabled(any);
    if (!any)
        return;
    list_->setCurrentIndex(items_->index(std::max(first, 0), 0));
    if (first == 1)
        list_->scrollToTop(); // with its heading
}

/// -1: a heading.
int NewDialog::card_at(int row) const
{
    const QVariant index = items_->index(row, 0).data(card_index_role);
    return index.isValid() ? index.toInt() : -1;
}

QString NewDialog::file() const
{
    const QModelIndex current = list_->currentIndex();
    const int card = current.isValid() ? card_at(current.row()) : -1;
    return card >= 0 ? cards_.all()[static_cast<std::size_t>(card)].file : QString();
}

QStringList NewDialog::shown() const
{
    QStringList titles;
    for (int row = 0; row < items_->rowCount(); ++row)
        if (card_at(row) >= 0)
            titles << cards_.all()[static_cast<std::size_t>(card_at(row))].title;
    return titles;
}

/// Headings are as wide as the list.
void NewDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    list_->doItemsLayout();
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
