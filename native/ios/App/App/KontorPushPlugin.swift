import Capacitor
import Foundation
import UIKit

/// What pages ask of pushes: keys for the server, and the count of each account. See docs/native.md for its methods and events.
@objc(KontorPushPlugin)
final class KontorPushPlugin: CAPPlugin, CAPBridgedPlugin {
    static let pushed = Notification.Name("kontor.push.pushed")

    let identifier = "KontorPushPlugin"
    let jsName = "KontorPush"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "keys", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "forget", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "count", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "distributors", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "planAlarms", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "toldAlarms", returnType: CAPPluginReturnPromise),
    ]

    override func load() {
        NotificationCenter.default.addObserver(self, selector: #selector(hand), name: Self.pushed, object: nil)
    }

    @objc func keys(_ call: CAPPluginCall) {
        guard let account = account(of: call) else { return }
        do {
            let keys = try PushKeys().of(account)
            call.resolve(["p256dh": keys.p256dh, "auth": keys.auth])
        } catch {
            call.reject("The phone made no key", "NO_KEY", error)
        }
    }

    @objc func forget(_ call: CAPPluginCall) {
        guard let account = account(of: call) else { return }
        PushKeys().forget(account)
        Alarms.forget(account)
        let badge = PushArrival.count(nil, of: account)
        DispatchQueue.main.async {
            UIApplication.shared.applicationIconBadgeNumber = badge
            call.resolve()
        }
    }

    /// Unfinished items of an account, as the page has them: the notification service adds them up while no page runs.
    @objc func count(_ call: CAPPluginCall) {
        guard let account = account(of: call) else { return }
        let badge = PushArrival.count(call.getInt("count") ?? 0, of: account)
        DispatchQueue.main.async {
            UIApplication.shared.applicationIconBadgeNumber = badge
            call.resolve(["badge": badge])
        }
    }

    /// iOS lets no other app bring pushes.
    @objc func distributors(_ call: CAPPluginCall) {
        call.resolve(["distributors": [[String: String]]()])
    }

    /// What the page has the system ring by itself.
    @objc func planAlarms(_ call: CAPPluginCall) {
        Alarms.plan(call.getString("planned") ?? "") { call.resolve() }
    }

    /// What pushes have told of: the page does not ring it again.
    @objc func toldAlarms(_ call: CAPPluginCall) {
        call.resolve(["told": Alarms.told(now: Int(Date().timeIntervalSince1970))])
    }

    @objc private func hand(_ notification: Notification) {
        guard let data = notification.userInfo as? [String: Any] else { return }
        notifyListeners("pushed", data: data)
    }

    private func account(of call: CAPPluginCall) -> String? {
        if let account = call.getString("account"), !account.isEmpty { return account }
        call.reject("Name an account", "NO_ACCOUNT")
        return nil
    }
}
