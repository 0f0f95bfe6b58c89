// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/new_dialog.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTextLayout>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/figures/picture.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

constexpr int columns_at_first = 3;

MyCluster::MyCluster(std::shared_ptr<const catalog::Catalog> catalog, QWidget* parent)
    : QWidget(parent), document_(std::move(catalog)), model_(*document_.row("model")),
      open_(new QPushButton(tr("Open my cluster"), this))
{
    auto* column = box_layout<QVBoxLayout>(this, {0, 0, 0, 6}, 2);
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

namespace {

QString first_sentence(const QString& notes)
{
    const QString line = notes.section(QStringLiteral("\n\n"), 0, 0).simplified();
    const qsizetype end = line.indexOf(QStringLiteral(". "));
    return end < 0 ? line : line.left(end + 1);
}

template<class S>
ScenarioCard card_of(const S& scenario, const std::filesystem::path& file, const QString& group, bool training)
{
    return {text(file.string()),
            text(title_of(scenario)),
            first_sentence(lines(notes_of(scenario))),
            lines(notes_of(scenario)),
            {},
            group,
            training,
            {}};
}

constexpr int margin = 6; ///< between cards, half of it on each side
constexpr int padding = 10;
constexpr int curve_height = 62;
constexpr int card_heading_height = 34;

/// As many lines as there is room for, the last one elided.
void draw_lines(QPainter& painter, const QRectF& box, const QString& words, const QFont& font)
{
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double height = metrics.lineSpacing();
    QTextLayout layout(words, font);
    layout.beginLayout();
    for (double y = box.top(); y + height <= box.bottom() + 1; y += height) {
        const QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        QTextLine(line).setLineWidth(box.width());
        const bool last = y + 2 * height > box.bottom() + 1;
        const QString said = last ? metrics.elidedText(words.mid(line.textStart()), Qt::ElideRight, box.width())
                                  : words.mid(line.textStart(), line.textLength());
        painter.drawText(QRectF(box.left(), y, box.width(), height), Qt::AlignLeft | Qt::AlignVCenter, said);
    }
    layout.endLayout();
}

} // namespace

ScenarioCards::ScenarioCards(std::shared_ptr<answers::Answers> answers, QObject* parent)
    : QObject(parent), answers_(std::move(answers))
{
}

const std::vector<ScenarioCard>& ScenarioCards::all()
{
    if (!cards_.empty())
        return cards_;
    const catalog::Catalog& catalog = answers_->data()->catalog();
    struct Read {
        ScenarioCard card;
        answers::Card::Key question;
        const Beginning* beginning; ///< null: others
    };
    std::vector<Read> read;
    for (const auto& file : catalog::preset_files(catalog.folders, "scenarios")) {
        const auto kind = scenario_kind(file);
        if (kind && *kind == "training") {
            if (auto scenario = read_scenario(catalog, file))
                read.push_back({card_of(*scenario, file, tr("Training"), true), answers::TrainingQuestion(*scenario),
                                beginning_of(scenario->view)});
        } else if (kind && *kind == "limits") {
            if (auto scenario = read_limits_scenario(catalog, file))
                read.push_back({card_of(*scenario, file, tr("Limits: %1").arg(limits_group(*scenario)), false),
                                scenario->question, &beginnings().back()});
        }
        if (!read.empty())
            read.back().card.answers = read.back().beginning ? text(Word{read.back().beginning->title}) : tr("Others");
    }
    std::stable_sort(read.begin(), read.end(), [](const Read& a, const Read& b) {
        const auto place = [](const Read& one) {
            return std::pair(one.beginning ? one.beginning : &beginnings().back() + 1, one.card.group);
        };
        return place(a) < place(b);
    });
    for (Read& one : read) {
        cards_.push_back(std::move(one.card));
        questions_.push_back(std::move(one.question));
    }
    return cards_;
}

bool ScenarioCards::is_drawing() const
{
    return std::any_of(watches_.begin(), watches_.end(), [](const auto& watch) { return watch->is_busy(); });
}

void ScenarioCards::draw()
{
    for (std::size_t i = watches_.size(); i < all().size(); ++i) {
        watches_.push_back(std::make_unique<answers::Watch<answers::Card>>(
            answers_,
            [this, i](answers::News) {
                cards_[i].curve = watches_[i]->shared();
                emit drawn(static_cast<int>(i));
            },
            answers::Patience(), lane_));
        watches_.back()->ask(questions_[i]);
        if (watches_.back()->is_current())
            cards_[i].curve = watches_.back()->shared();
    }
}

void CardDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = theme_of(option.widget);
    if (!index.data(card_index_role).isValid()) {
        painter->setFont(interface_font(14, 600));
        painter->setPen(theme.text);
        painter->drawText(option.rect.adjusted(margin, 0, 0, -4), Qt::AlignLeft | Qt::AlignBottom,
                          index.data(Qt::DisplayRole).toString());
        return;
    }
    const ScenarioCard& card = cards_.all()[static_cast<std::size_t>(index.data(card_index_role).toInt())];
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool under = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(option.rect).adjusted(margin, margin, -margin, -margin);
    painter->setPen(QPen(selected ? theme.accent : theme.divider, selected ? 2 : 1));
    painter->setBrush(under && !selected ? theme.hover : theme.canvas);
    painter->drawRoundedRect(box, 4, 4);
    const QRectF inside = box.adjusted(padding, padding, -padding, -padding);
    const QRectF plot(inside.left(), inside.top(), inside.width(), curve_height);
    const auto say = [&](const QString& words) {
        painter->setFont(interface_font(12));
        painter->setPen(theme.text3);
        painter->drawText(plot, Qt::AlignCenter, words);
    };
    if (!card.curve)
        say(QStringLiteral("…"));
    else if (card.curve->empty())
        say(QCoreApplication::translate("cards", "fits on no number of GPUs"));
    else
        draw_card_curve(*painter, plot, *card.curve, theme);
    QRectF below = inside;
    if (card.curve && !card.curve->empty()) {
        const answers::CardPoint& best
            = *std::max_element(card.curve->begin(), card.curve->end(),
                                [](const auto& a, const auto& b) { return a.utilization < b.utilization; });
        const QFont small = interface_font(11);
        painter->setFont(small);
        painter->setPen(theme.text2);
        const QString where = quantity(best.size, card.training ? units::Unit::Gpus : units::Unit::Flop);
        const QString words = QCoreApplication::translate("cards", "up to %1 of the peak, at %2")
                                  .arg(quantity(best.utilization, units::Unit::Fraction, 2), where);
        constexpr int lowest = Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap;
        QRectF said;
        painter->drawText(inside, lowest, words, &said);
        below.setBottom(said.top() - 2);
    }
    const QFont title = interface_font(13, 600);
    const QRectF head(inside.left(), plot.bottom() + 8, inside.width(), QFontMetricsF(title).lineSpacing());
    painter->setPen(theme.text);
    painter->setFont(title);
    painter->drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetricsF(title).elidedText(card.title, Qt::ElideRight, head.width()));
    painter->setPen(theme.text2);
    draw_lines(*painter, QRectF(inside.left(), head.bottom() + 2, inside.width(), below.bottom() - head.bottom() - 2),
               card.line, interface_font(12));
    painter->restore();
}

QSize CardDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
    const bool heading = !index.data(card_index_role).isValid();
    return heading && list ? QSize(std::max(size.width(), list->viewport()->width() - 1), card_heading_height) : size;
}

NotesDialog::NotesDialog(const QString& title, const QString& asked, const QString& notes, QWidget* parent)
    : QDialog(parent), title_(new QLineEdit(title, this)), notes_(new QPlainTextEdit(notes, this))
{
    set_subject(this, QStringLiteral("window.md#title-notes"));
    setWindowTitle(tr("Title and notes"));
    auto* rows = new QFormLayout(this);
    rows->addRow(tr("&Title"), title_);
    title_->setPlaceholderText(asked);
    if (!asked.isEmpty())
        rows->addRow(new QLabel(asked));
    rows->addRow(tr("&Notes"), notes_);
    title_->setAccessibleName(tr("Title"));
    notes_->setAccessibleName(tr("Notes"));
    notes_->setTabChangesFocus(true);
    notes_->setMinimumSize(480, 220);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    for (QAbstractButton* button : buttons->buttons())
        button->setIcon({});
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    rows->addRow(buttons);
}

QString NotesDialog::title() const { return title_->text(); }

QString NotesDialog::notes() const { return notes_->toPlainText(); }

void edit_notes(QuestionDocument& document, QWidget* over)
{
    NotesDialog dialog(text(choices(document.question()).title), document.about(),
                       text(choices(document.question()).notes), over);
    if (dialog.exec() == QDialog::Accepted)
        document.describe(dialog.title(), dialog.notes());
}

} // namespace plateau::ui
