// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/document/question_document.h"

class QPushButton;

namespace plateau::ui {

/// Where somebody begins who has a cluster: which GPUs, how many, which model. The rest are defaults.
class MyCluster final : public QWidget {
    Q_OBJECT
public:
    explicit MyCluster(std::shared_ptr<const catalog::Catalog> catalog, QWidget* parent = nullptr);

    /// What was answered, with the best plan.
    Scenario scenario() const;
    /// Enter opens it while the keyboard is here.
    QPushButton& open_button() const { return *open_; }

signals:
    void wanted();

private:
    void refresh();

    ScenarioDocument document_;
    ParameterDescription model_; ///< called so, not the shape of one
    QPushButton* open_;
};

} // namespace plateau::ui
