// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/plans/arguments_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/views/narrate/launch_arguments.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/flow.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

QString one_per_line(const std::vector<std::string>& lines)
{
    QStringList list;
    for (const std::string& line : lines)
        list << text(line);
    return list.join(QLatin1Char('\n'));
}

} // namespace

ArgumentsPanel::ArgumentsPanel(QWidget* parent)
    : Panel(parent), framework_(new Segments(this)), lines_(new QLabel(this)), copy_(new QPushButton(tr("Copy"), this))
{
    framework_->add(QStringLiteral("megatron"), QStringLiteral("Megatron-LM"), tr("Arguments of Megatron-LM"));
    framework_->add(QStringLiteral("torchtitan"), QStringLiteral("torchtitan"), tr("Arguments of torchtitan"));
    framework_->set_name(tr("Framework"));
    framework_->set_current(QStringLiteral("megatron"));
    connect(framework_, &Segments::chosen, this, [this](const QString& value) {
        framework_->set_current(value);
        fill();
    });
    connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(words()); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    auto* line = new Flow({});
    line->addWidget(framework_);
    line->addWidget(copy_);
    column->addLayout(line);
    lines_->setTextFormat(Qt::PlainText);
    lines_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    lines_->setMargin(8);
    lines_->setWordWrap(true); // shown; copied as they are
    lines_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    lines_->setAccessibleName(tr("Arguments"));
    column->addWidget(lines_, 1);
    fill();
}

void ArgumentsPanel::show_plan(const Parts* plan, const Scenario& scenario)
{
    megatron_ = plan ? narrate::megatron_arguments(*plan, scenario) : narrate::LaunchArguments();
    torchtitan_ = plan ? narrate::torchtitan_arguments(*plan, scenario) : narrate::LaunchArguments();
    fill();
}

const narrate::LaunchArguments& ArgumentsPanel::chosen() const
{
    return framework_->current() == QLatin1String("torchtitan") ? torchtitan_ : megatron_;
}

QString ArgumentsPanel::words() const
{
    return chosen().refusal.empty() ? one_per_line(chosen().lines) : text(chosen().refusal);
}

void ArgumentsPanel::fill()
{
    const Theme& theme = theme_of(this);
    const bool refused = !chosen().refusal.empty();
    lines_->setFont(refused ? interface_font(13) : QFontDatabase::systemFont(QFontDatabase::FixedFont));
    restyle(lines_,
            QStringLiteral("background: %1; color: %2; font-size: 12px")
                .arg(theme.field.name(), (refused ? theme.warning : theme.text).name()));
    lines_->setText(words());
    copy_->setEnabled(!chosen().lines.empty());
}

} // namespace plateau::ui
