import Foundation

/// Decides what a push about a reminder does on a phone that may ring the same one by itself, so that it is shown once, and never not at all. Pure, and
/// the same as AlarmPlan.java, which is tried. A reminder is named by its kind and number, and has the moment for which it was set, in seconds since 1970.
enum AlarmPlan {
    /// What the phone has of a reminder that it was to ring by itself.
    enum Own {
        case none, shown, waits, putAway
    }

    enum Does {
        /// It was shown before. iOS shows the push all the same: it makes no sound.
        case nothing
        case show
        /// The push is shown, and what the phone has of an earlier time goes.
        case replace
        /// The push takes the place of what waits, with its words and buttons.
        case ring
    }

    struct Named {
        let name: String
        let at: Int
    }

    /// Reads `task:17@1795219200 task:18@1795219260`; what is none of that is left out.
    static func read(_ text: String?) -> [Named] {
        (text ?? "").split(separator: " ").compactMap { word in
            guard let sign = word.lastIndex(of: "@"), sign > word.startIndex, let at = Int(word[word.index(after: sign)...]) else { return nil }
            return Named(name: String(word[..<sign]), at: at)
        }
    }

    static func does(at: Int, isTold: Bool, own: Own, planned: Int) -> Does {
        if isTold { return .nothing }
        if own == .none { return .show }
        if planned != at { return planned > at ? .show : .replace }
        return own == .waits ? .ring : .nothing
    }

    /// Whether a silence about a moment ends what the phone has: not what was set for later since.
    static func isOver(at: Int, planned: Int) -> Bool {
        planned <= at
    }
}
