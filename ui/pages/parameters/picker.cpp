// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/picker.h"

#include <tuple>

#include <QCoreApplication>
#include <QFileDialog>
#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/pages/parameters/parameter_panel.h"

namespace plateau::ui {

namespace {

constexpr QSize usual_size{440, 480};
constexpr int entry_height = 42;
constexpr int head_height = 26;
constexpr int thumbnail_width = 76;
constexpr int thumbnail_height = 28;
constexpr int margin = 10;

void draw(QPainter& painter, const QRectF& box, const HardwareThumbnail& shown, const Theme& theme)
{
    constexpr double bar = 7, gap = 4;
    const double room = box.width();
    const double top = box.center().y() - bar - gap / 2;
    painter.setPen(Qt::NoPen);
    const auto draw_bar = [&](double y, double share, const QColor& colour) {
        painter.fillRect(QRectF(box.left(), y, room, bar), theme.groove);
        painter.fillRect(QRectF(box.left(), y, std::max(1.0, room * share), bar), colour);
    };
    draw_bar(top, shown.peak, theme.accent);
    draw_bar(top + bar + gap, shown.memory, theme.text2);
}

void draw(QPainter& painter, const QRectF& box, const ModelThumbnail& shown, const Theme& theme)
{
    constexpr double layer = 3;
    const QSizeF size(std::max(4.0, box.width() * std::sqrt(shown.width)),
                      std::max(4.0, box.height() * std::sqrt(shown.layers)));
    const QRectF block(QPointF(box.left(), box.bottom() - size.height()), size);
    painter.fillRect(block, shown.experts > 0 ? theme.groove : theme.accent);
    if (shown.experts > 0)
        painter.fillRect(QRectF(block.topLeft(), QSizeF(std::max(2.0, size.width() * shown.active), size.height())),
                         theme.accent);
    painter.setPen(QPen(theme.canvas, 1));
    for (double y = block.bottom() - layer; y > block.top() + 1; y -= layer)
        painter.drawLine(QLineF(block.left(), y, block.right(), y));
}

/// Where an item of the list keeps its entry's index; a group's head has none.
constexpr int entry_role = Qt::UserRole;

/// Draws heads of groups, and entries: picture, title, figures. An accelerator is a bar of its peak above one of its
/// memory, and how many are wired together; a model a block of its layers by its width (square roots, so that small
/// ones can be told), in a mixture of experts filled as far as a token passes through it.
class PickerDelegate final : public QStyledItemDelegate {
public:
    PickerDelegate(const std::vector<PickerEntry>& entries, QObject* parent)
        : QStyledItemDelegate(parent), entries_(entries)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const std::vector<PickerEntry>& entries_;
};

QSize PickerDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    return {100, index.data(entry_role).isValid() ? entry_height : head_height};
}

void PickerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = theme_of(option.widget);
    const QVariant which = index.data(entry_role);
    const QRect box = option.rect;
    painter->save();
    if (!which.isValid()) {
        painter->setFont(interface_font(12, 600));
        painter->setPen(theme.text2);
        painter->drawText(box.adjusted(margin, 4, -margin, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          index.data(Qt::DisplayRole).toString());
        painter->restore();
        return;
    }
    const PickerEntry& entry = entries_[static_cast<std::size_t>(which.toInt())];
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(box, theme.selected);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(box, theme.hover);
    const QRectF thumbnail(box.left() + margin, box.center().y() - thumbnail_height / 2.0, thumbnail_width,
                           thumbnail_height);
    std::visit([&](const auto& shown) { draw(*painter, thumbnail, shown, theme); }, entry.thumbnail);
    const QRect words = box.adjusted(2 * margin + thumbnail_width, 4, -margin, -4);
    const auto write = [&](Qt::Alignment side, const QString& said, int pixels, int weight, const QColor& colour) {
        const QFont font = interface_font(pixels, weight);
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(words, side | Qt::AlignLeft,
                          QFontMetrics(font).elidedText(said, Qt::ElideRight, words.width()));
    };
    const bool checked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    write(Qt::AlignTop, entry.title, 13, checked ? 600 : 400, checked ? theme.accent : theme.text);
    write(Qt::AlignBottom, entry.detail, 12, 400, theme.text2);
    painter->restore();
}

} // namespace

PickerPopup::PickerPopup(const QString& name, const QString& file_words, QWidget* parent)
    : QFrame(parent, Qt::Popup), finder_(new QLineEdit), list_(new QListView), items_(new QStandardItemModel(this)),
      nothing_(new QLabel)
{
    setObjectName(QStringLiteral("picker"));
    setAccessibleName(name);
    auto* column = box_layout<QVBoxLayout>(this, {7, 7, 7, 7}, 6);
    finder_->setClearButtonEnabled(true);
    finder_->setAccessibleName(tr("Find: %1").arg(name));
    finder_->setPlaceholderText(tr("Type a part of the name, maker, size"));
    finder_->installEventFilter(this);
    column->addWidget(finder_);
    nothing_->setWordWrap(true);
    nothing_->setContentsMargins(4, 4, 4, 4);
    column->addWidget(nothing_);
    list_->setModel(items_);
    list_->setItemDelegate(new PickerDelegate(entries_, list_));
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setSelectionMode(QAbstractItemView::SingleSelection);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setStyleSheet(QStringLiteral("QListView { border: none; padding: 0 }"));
    list_->setFocusPolicy(Qt::NoFocus); // typing goes on while arrows move
    list_->setMouseTracking(true);
    list_->setAccessibleName(name);
    column->addWidget(list_, 1);
    if (!file_words.isEmpty()) {
        file_ = new QPushButton(file_words);
        column->addWidget(file_, 0, Qt::AlignLeft);
        connect(file_, &QPushButton::clicked, this, [this] {
            close();
            emit file_wanted();
        });
    }
    connect(finder_, &QLineEdit::textChanged, this, &PickerPopup::fill);
    connect(list_, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (entry_at(index.row()))
            take();
    });
}

void PickerPopup::open_at(const QWidget& below, std::vector<PickerEntry> entries, const QString& current)
{
    entries_ = std::move(entries);
    open_with_ = current;
    finder_->clear();
    fill({});
    place(below);
    show();
    finder_->setFocus(Qt::PopupFocusReason);
    list_->scrollTo(list_->currentIndex(), QAbstractItemView::PositionAtCenter);
}

/// Below the control, or above it where there is more room.
void PickerPopup::place(const QWidget& below)
{
    const QRect screen = below.screen()->availableGeometry();
    const QPoint corner = below.mapToGlobal(QPoint(0, 0));
    const int under = screen.bottom() - corner.y() - below.height(), over = corner.y() - screen.top();
    const int height = std::min(usual_size.height(), std::max(under, over) - 4);
    resize(usual_size.width(), height);
    move(std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - width())),
         under >= height ? corner.y() + below.height() + 2 : corner.y() - height - 2);
}

void PickerPopup::fill(const QString& words)
{
    const QString before = current();
    items_->clear();
    QString group;
    int wanted = -1, first = -1, named = -1, most = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const PickerEntry& entry = entries_[i];
        if (!entry.matches(words))
            continue;
        if (entry.group != group || first < 0) {
            group = entry.group;
            auto* head = new QStandardItem(group);
            head->setFlags(Qt::NoItemFlags);
            items_->appendRow(head);
        }
        auto* item = new QStandardItem(entry.title);
        item->setData(static_cast<int>(i), entry_role);
        item->setData(entry.value == open_with_ ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
        item->setToolTip(tip(QStringList{entry.detail, entry.help}.join(QLatin1Char('\n')).trimmed()));
        item->setAccessibleText(entry.title + QStringLiteral(", ") + entry.detail);
        items_->appendRow(item);
        const int row = items_->rowCount() - 1;
        first = first < 0 ? row : first;
        if (const int likeness = entry.likeness(words); likeness > most) {
            most = likeness;
            named = row;
        }
        if (entry.value == (before.isEmpty() ? open_with_ : before))
            wanted = row;
    }
    nothing_->setVisible(first < 0);
    nothing_->setText(
        (file_
             ? tr("Nothing in the catalog is called “%1”. A model's config.json can be opened below or dropped on the "
                  "window.")
             : tr("Nothing in the catalog is called “%1”. A file of one's own in the preset folder can be."))
            .arg(words.simplified()));
    list_->setCurrentIndex(items_->index(named >= 0 ? named : wanted >= 0 ? wanted : first, 0));
    list_->scrollTo(list_->currentIndex());
}

std::optional<std::size_t> PickerPopup::entry_at(int row) const
{
    const QVariant which = items_->index(row, 0).data(entry_role);
    return which.isValid() ? std::optional(static_cast<std::size_t>(which.toInt())) : std::nullopt;
}

QStringList PickerPopup::shown() const
{
    QStringList all;
    for (int row = 0; row < items_->rowCount(); ++row)
        if (const auto entry = entry_at(row))
            all << entries_[*entry].value;
    return all;
}

QString PickerPopup::current() const
{
    const auto entry = entry_at(list_->currentIndex().row());
    return entry ? entries_[*entry].value : QString();
}

/// The list moves as lists do; the head of the group of its first row comes into sight with it.
void PickerPopup::move_with(QKeyEvent& key)
{
    QCoreApplication::sendEvent(list_, &key);
    const int at = list_->currentIndex().row();
    if (at > 0 && !entry_at(at - 1)) {
        list_->scrollTo(items_->index(at - 1, 0));
        list_->scrollTo(list_->currentIndex());
    }
}

void PickerPopup::take()
{
    const QString value = current();
    close();
    if (!value.isEmpty())
        emit chosen(value);
}

void PickerPopup::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(this).outline);
    painter.setBrush(theme_of(this).canvas);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool PickerPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    auto& key = static_cast<QKeyEvent&>(*event);
    switch (key.key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
        move_with(key);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        take();
        return true;
    case Qt::Key_Escape:
        close();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

PickerCombo::PickerCombo(std::string key, const QuestionDocument& document, QWidget* parent)
    : QuietCombo(parent), key_(std::move(key)), document_(document)
{
}

void PickerCombo::showPopup()
{
    if (!popup_) {
        popup_ = new PickerPopup(accessibleName(), key_ == "model" ? tr("From a config.json...") : QString(), this);
        connect(popup_, &PickerPopup::chosen, this, &PickerCombo::choose);
        connect(popup_, &PickerPopup::file_wanted, this, &PickerCombo::ask_file);
    }
    popup_->open_at(*this, picker_entries(key_, document_.catalog()), currentData().toString());
}

void PickerCombo::hidePopup()
{
    if (popup_)
        popup_->close();
    QuietCombo::hidePopup();
}

void PickerCombo::ask_file()
{
    if (const QString file = ask_model_file(window()); !file.isEmpty())
        emit file_chosen(file);
}

QString PickerCombo::ask_model_file(QWidget* parent)
{
    return QFileDialog::getOpenFileName(
        parent, tr("Model from a file"), {},
        tr("Configurations of Hugging Face and presets (*.json *.yaml *.yml);;All files (*)"));
}

/// As a combo box does when an item of its list is taken.
void PickerCombo::choose(const QString& value)
{
    const int index = findData(value);
    if (index < 0)
        return;
    setCurrentIndex(index);
    emit activated(index);
}

namespace {

using catalog::Accelerator;
using catalog::ModelShape;

QString words(const char* source) { return QCoreApplication::translate("picker", source); }

/// The peak in 16 bits; of an accelerator that has no such format, the fastest of its others.
double peak_of(const Accelerator& accelerator)
{
    const auto peak
        = [&](catalog::Precision precision) { return accelerator.peak_flops[static_cast<std::size_t>(precision)]; };
    const double half = std::max(peak(catalog::Precision::Bf16), peak(catalog::Precision::Fp16));
    return half > 0 ? half : *std::max_element(accelerator.peak_flops.begin(), accelerator.peak_flops.end());
}

QString domain_of(const Accelerator& accelerator)
{
    const double size = accelerator.tiers.empty() ? 1 : accelerator.tiers.front().domain_size;
    return std::isfinite(size) ? quantity(size, units::Unit::Count) : QString(QChar(0x221E));
}

/// The vendor, and where it has several generations of a library, which.
QString group_of(const Accelerator& accelerator, const catalog::Catalog& catalog)
{
    const bool several = std::any_of(catalog.accelerators.begin(), catalog.accelerators.end(), [&](const auto& other) {
        return other.vendor == accelerator.vendor && other.transport.id != accelerator.transport.id;
    });
    const QString vendor = text(accelerator.vendor);
    return several ? vendor + QStringLiteral(", ") + text(accelerator.transport.title) : vendor;
}

/// The letters its title begins with: "Llama" of "Llama 3 8B", "Qwen" of "Qwen2.5 7B".
QString family_of(const ModelShape& model)
{
    const QString title = text(model.title);
    const auto end = std::find_if(title.begin(), title.end(), [](QChar letter) { return !letter.isLetter(); });
    return end == title.begin() ? title : title.left(end - title.begin());
}

std::vector<PickerEntry> hardware_entries(const catalog::Catalog& catalog)
{
    double peak = 0, memory = 0;
    for (const Accelerator& each : catalog.accelerators) {
        peak = std::max(peak, peak_of(each));
        memory = std::max(memory, usable_memory_bytes(each));
    }
    std::vector<const Accelerator*> sorted;
    for (const Accelerator& each : catalog.accelerators)
        sorted.push_back(&each);
    const auto oldest = [&](const Accelerator& one) { // of its group, so that generations follow each other
        double least = peak_of(one);
        for (const Accelerator& other : catalog.accelerators)
            if (other.vendor == one.vendor && other.transport.id == one.transport.id)
                least = std::min(least, peak_of(other));
        return least;
    };
    const auto of_vendor = [&](const Accelerator& one) {
        return std::count_if(catalog.accelerators.begin(), catalog.accelerators.end(),
                             [&](const Accelerator& other) { return other.vendor == one.vendor; });
    };
    const auto place = [&](const Accelerator* one) {
        return std::tuple(-of_vendor(*one), one->vendor, -oldest(*one), one->transport.id, -peak_of(*one), one->title);
    };
    std::sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) { return place(a) < place(b); });
    std::vector<PickerEntry> entries;
    entries.reserve(sorted.size());
    for (const Accelerator* each : sorted)
        entries.push_back({text(each->id), text(each->title), group_of(*each, catalog),
                           words("%1, memory %2, domains of %3")
                               .arg(quantity(peak_of(*each), units::Unit::FlopPerSecond),
                                    quantity(usable_memory_bytes(*each), units::Unit::Bytes, 4), domain_of(*each)),
                           lines(catalog::words_of_file(each->notes, catalog::is_shipped(each->file))),
                           HardwareThumbnail{peak_of(*each) / peak, usable_memory_bytes(*each) / memory}});
    return entries;
}

std::vector<PickerEntry> model_entries(const catalog::Catalog& catalog)
{
    int layers = 1, width = 1;
    for (const ModelShape& each : catalog.models) {
        layers = std::max(layers, each.layers);
        width = std::max(width, each.hidden);
    }
    std::vector<const ModelShape*> sorted;
    for (const ModelShape& each : catalog.models)
        sorted.push_back(&each);
    const auto place = [](const ModelShape* one) {
        return std::tuple(family_of(*one).toLower(), catalog::total_parameters(*one), one->title);
    };
    std::sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) { return place(a) < place(b); });
    std::vector<PickerEntry> entries;
    for (const ModelShape* each : sorted) {
        const double total = catalog::total_parameters(*each), active = catalog::active_parameters(*each);
        QString detail = words("%1 parameters").arg(quantity(total, units::Unit::Count));
        if (each->experts > 0)
            detail += words(", %1 active, %2 experts").arg(quantity(active, units::Unit::Count)).arg(each->experts);
        detail += words(", %1 layers of %2").arg(each->layers).arg(quantity(each->hidden, units::Unit::Count));
        QStringList known_as;
        for (const std::string& name : each->known_as)
            known_as.append(text(name));
        if (!known_as.isEmpty())
            detail += words(", also %1").arg(known_as.join(QStringLiteral(", ")));
        entries.push_back({text(each->id), text(each->title), family_of(*each), detail,
                           lines(catalog::words_of_file(each->notes, catalog::is_shipped(each->file))),
                           ModelThumbnail{static_cast<double>(each->layers) / layers,
                                          static_cast<double>(each->hidden) / width, active / total, each->experts}});
    }
    return entries;
}

} // namespace

bool PickerEntry::matches(const QString& words) const
{
    return holds(QStringList{title, group, detail, value}.join(QLatin1Char(' ')), words.simplified());
}

int PickerEntry::likeness(const QString& words) const
{
    const QString asked = words.simplified();
    if (asked.isEmpty())
        return 0;
    if (value.compare(asked, Qt::CaseInsensitive) == 0)
        return 4;
    if (title.compare(asked, Qt::CaseInsensitive) == 0)
        return 3;
    return title.startsWith(asked, Qt::CaseInsensitive) ? 2 : holds(title, asked) ? 1 : 0;
}

std::vector<PickerEntry> picker_entries(const std::string& key, const catalog::Catalog& catalog)
{
    return key == "hardware" ? hardware_entries(catalog)
        : key == "model"     ? model_entries(catalog)
                             : std::vector<PickerEntry>();
}

} // namespace plateau::ui
