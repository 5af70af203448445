import Foundation
import UserNotifications

/// Reminders that the phone rings by itself, and those that pushes have told of, for the app as for its notification service.
enum Alarms {
    private static let plannedKey = "kontor.push.planned"
    private static let toldKey = "kontor.push.told"
    private static let lastKey = "kontor.push.last"
    /// A push about a moment comes within so many seconds of it, or not at all.
    private static let kept = 3 * 86_400
    private static var defaults: UserDefaults? { UserDefaults(suiteName: PushArrival.group) }
    /// By account and name: number and moment.
    private static var planned: [String: [Int]] { defaults?.dictionary(forKey: plannedKey) as? [String: [Int]] ?? [:] }
    /// By account, name and moment, as in `account type:id@at`: what was shown.
    private static var told: [String: Int] { defaults?.dictionary(forKey: toldKey) as? [String: Int] ?? [:] }
    /// By account and name: the moment of the last push that was shown.
    private static var last: [String: Int] { defaults?.dictionary(forKey: lastKey) as? [String: Int] ?? [:] }

    /// Keeps what the page has handed to the system, in the place of all before: account, `type:id`, number and moment of each, a line each. What a
    /// silence has called off the page may not know yet: nobody has put that away.
    static func plan(_ text: String, then done: @escaping () -> Void) {
        owned { delivered, pending in
            let before = planned
            var all: [String: [Int]] = [:]
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: "\t")
                guard parts.count == 4, let id = Int(parts[2]), let at = Int(parts[3]) else { continue }
                let name = "\(parts[0]) \(parts[1])"
                let isThere = delivered[String(id)] != nil || pending[String(id)] != nil
                if isThere || before[name] == [id, at] { all[name] = [id, at] }
            }
            defaults?.set(all, forKey: plannedKey)
            done()
        }
    }

    /// Returns what pushes have told of: account, name and moment, a line each. What is old is forgotten.
    static func told(now: Int) -> String {
        let recent = told.filter { $0.value >= now - kept }
        defaults?.set(recent, forKey: toldKey)
        return recent.map { name, at in
            let blank = name.lastIndex(of: " ") ?? name.startIndex
            let sign = name.lastIndex(of: "@") ?? name.endIndex
            return "\(name[..<blank])\t\(name[blank..<sign].dropFirst())\t\(at)\n"
        }.joined()
    }

    static func forget(_ account: String) {
        defaults?.set(planned.filter { !$0.key.hasPrefix("\(account) ") }, forKey: plannedKey)
        defaults?.set(told.filter { !$0.key.hasPrefix("\(account) ") }, forKey: toldKey)
        defaults?.set(last.filter { !$0.key.hasPrefix("\(account) ") }, forKey: lastKey)
    }

    /// Takes in that a push tells of reminders. iOS shows it whatever is decided: so it takes the place of what the phone shows, or is to show, of the
    /// first of them that is not news, with its words and its buttons; it makes no sound if none of them is news.
    static func arrive(_ opened: PushArrival.Opened, in content: UNMutableNotificationContent, then done: @escaping () -> Void) {
        let named = AlarmPlan.read(opened.message.alarms)
        if named.isEmpty { return done() }
        owned { delivered, pending in
            var taken: UNNotificationContent?
            var (isNews, isHeard) = (false, true)
            var (takenId, gone, all, news) = ("", [String](), told, last)
            for one in named {
                let name = "\(opened.account) \(one.name)"
                let entry = planned[name]
                let id = entry.map { String($0[0]) } ?? ""
                let own: AlarmPlan.Own = entry == nil ? .none : delivered[id] != nil ? .shown : pending[id] != nil ? .waits : .putAway
                switch AlarmPlan.does(at: one.at, isTold: all["\(name)@\(one.at)"] != nil, own: own, planned: entry?[1] ?? 0) {
                case .nothing:
                    if own == .shown, taken == nil {
                        (taken, takenId) = (delivered[id], id)
                    }
                case .ring:
                    isHeard = false
                    if taken == nil {
                        (taken, takenId) = (pending[id], id)
                    }
                case .replace:
                    (isNews, isHeard) = (true, false)
                    gone.append(id)
                    // What has rung does not ring again, though the push about it comes only now.
                    if own != .waits, let at = entry?[1] { all["\(name)@\(at)"] = at }
                    news[name] = one.at
                case .show:
                    (isNews, isHeard) = (true, false)
                    news[name] = one.at
                }
                all["\(name)@\(one.at)"] = one.at
            }
            defaults?.set(all, forKey: toldKey)
            defaults?.set(news, forKey: lastKey)
            if !isNews, let taken {
                content.title = taken.title
                content.body = taken.body
                content.categoryIdentifier = taken.categoryIdentifier
                content.userInfo["cap_extra"] = taken.userInfo["cap_extra"]
                // What is news would stand beside it.
                gone.append(takenId)
            }
            if isHeard {
                content.sound = nil
                content.interruptionLevel = .passive
            }
            remove(gone)
            done()
        }
    }

    /// Takes in that reminders are over. Says whether notices of pushes about them are to go: not if a later push has taken their place.
    static func silence(_ opened: PushArrival.Opened, then done: @escaping (Bool) -> Void) {
        owned { _, pending in
            var isOver = true
            var (left, all) = (planned, told)
            for one in AlarmPlan.read(opened.message.alarms) {
                let name = "\(opened.account) \(one.name)"
                if let entry = left[name], AlarmPlan.isOver(at: one.at, planned: entry[1]) {
                    // What has rung does not ring again, though the push about it comes only now.
                    if pending[String(entry[0])] == nil { all["\(name)@\(entry[1])"] = entry[1] }
                    remove([String(entry[0])])
                    left[name] = nil
                }
                if let at = last[name], at > one.at { isOver = false }
            }
            defaults?.set(left, forKey: plannedKey)
            defaults?.set(all, forKey: toldKey)
            done(isOver)
        }
    }

    private static func remove(_ ids: [String]) {
        let center = UNUserNotificationCenter.current()
        center.removePendingNotificationRequests(withIdentifiers: ids)
        center.removeDeliveredNotifications(withIdentifiers: ids)
    }

    /// What the phone shows, and what waits, by the numbers of the plugin for local notices, which names requests by them.
    private static func owned(_ then: @escaping ([String: UNNotificationContent], [String: UNNotificationContent]) -> Void) {
        let center = UNUserNotificationCenter.current()
        center.getDeliveredNotifications { delivered in
            center.getPendingNotificationRequests { pending in
                let shown = Dictionary(delivered.map { ($0.request.identifier, $0.request.content) }, uniquingKeysWith: { first, _ in first })
                then(shown, Dictionary(pending.map { ($0.identifier, $0.content) }, uniquingKeysWith: { first, _ in first }))
            }
        }
    }
}
