import Foundation

/// What a push says, as the contract has it; never a word of an item.
struct PushMessage: Decodable {
    let kind: String
    let tag: String
    let badge: Int?
    /// Which reminders it is about, see AlarmPlan.
    let alarms: String?
}

/// Decides what a push does on a phone on which no page looks at it. Pure: it keeps nothing and asks nobody.
struct PushPlan: Equatable {
    /// The badge shows no more.
    static let maxBadge = 99
    private static let titles = ["alarm", "call", "person", "test"]

    /// Whether notices of this name go, and none is shown.
    let isSilence: Bool
    /// What replaces each other has one name: the account and the tag of the push.
    let name: String
    /// Key of the title in Localizable.strings.
    let title: String
    /// Whether it may break through a summary: alarms and calls do not wait.
    let isUrgent: Bool

    init(account: String, message: PushMessage) {
        isSilence = message.kind == "silence"
        name = "\(account) \(message.tag)"
        // A newer server may have kinds that this app does not know: they are something new all the same.
        title = Self.titles.contains(message.kind) ? "push_\(message.kind)" : "push_news"
        isUrgent = message.kind == "alarm" || message.kind == "call"
    }

    /// The number on the icon: unfinished items of all accounts.
    static func badge(of counts: [String: Int]) -> Int {
        min(maxBadge, counts.values.reduce(0) { $0 + max(0, $1) })
    }
}
