import UserNotifications

/// Opens a push that came for a phone on which the app may not run, and gives it the few words that it has.
final class NotificationService: UNNotificationServiceExtension {
    private var handler: ((UNNotificationContent) -> Void)?
    private var content: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler handler: @escaping (UNNotificationContent) -> Void) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return handler(request.content) }
        self.handler = handler
        self.content = content
        content.title = NSLocalizedString("push_news", comment: "")
        content.body = NSLocalizedString("push_open_to_see", comment: "")
        guard let opened = PushArrival.open(request.content.userInfo) else { return finish() }
        if let count = opened.message.badge {
            content.badge = PushArrival.count(count, of: opened.account) as NSNumber
            if count > 0 {
                let form = NSLocalizedString(count == 1 ? "push_unfinished_one" : "push_unfinished_other", comment: "")
                content.body = String(format: form, min(count, PushPlan.maxBadge))
            }
        }
        content.title = NSLocalizedString(opened.plan.title, comment: "")
        content.threadIdentifier = opened.account
        content.userInfo[PushArrival.nameKey] = opened.plan.name
        content.userInfo["kontorAccount"] = opened.account
        content.userInfo["kontorMessage"] = opened.text
        content.interruptionLevel = opened.plan.isUrgent ? .timeSensitive : .active
        // Silence comes as a push without a notice, to the app. If a server sends it as one all the same, iOS shows it, so it makes no sound.
        if opened.plan.isSilence {
            content.sound = nil
            content.interruptionLevel = .passive
        }
        PushArrival.remove(opened.plan.name) { [weak self] in
            guard opened.message.kind == "alarm" else { self?.finish(); return }
            Alarms.arrive(opened, in: content) { self?.finish() }
        }
    }

    override func serviceExtensionTimeWillExpire() {
        finish()
    }

    private func finish() {
        guard let handler, let content else { return }
        self.handler = nil
        handler(content)
    }
}
