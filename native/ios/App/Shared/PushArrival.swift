import Foundation
import UserNotifications

/// What happens when a push comes, in the notification service as in the app.
enum PushArrival {
    static let group = "group.de.kontor.app"
    private static let countsKey = "kontor.push.counts"
    static let nameKey = "kontorName"

    struct Opened {
        let account: String
        let text: String
        let message: PushMessage
        let plan: PushPlan
    }

    /// Opens a push; nil if none of our keys does.
    static func open(_ userInfo: [AnyHashable: Any]) -> Opened? {
        guard let sealed = WebPush.sealed(in: userInfo),
              let (account, text) = PushKeys().open(sealed),
              let message = try? JSONDecoder().decode(PushMessage.self, from: Data(text.utf8))
        else { return nil }
        return Opened(account: account, text: text, message: message, plan: PushPlan(account: account, message: message))
    }

    /// Keeps how many items of an account are unfinished, and returns the sum over all accounts.
    @discardableResult
    static func count(_ count: Int?, of account: String) -> Int {
        let defaults = UserDefaults(suiteName: group)
        var counts = defaults?.dictionary(forKey: countsKey) as? [String: Int] ?? [:]
        counts[account] = count
        defaults?.set(counts, forKey: countsKey)
        return PushPlan.badge(of: counts)
    }

    /// Takes notices of this name off the lock screen.
    static func remove(_ name: String, then done: @escaping () -> Void) {
        let center = UNUserNotificationCenter.current()
        center.getDeliveredNotifications { delivered in
            let ids = delivered
                .filter { $0.request.content.userInfo[nameKey] as? String == name }
                .map(\.request.identifier)
            center.removeDeliveredNotifications(withIdentifiers: ids)
            done()
        }
    }
}
