import Capacitor
import LocalAuthentication
import UIKit

/// Asks the person to prove by the phone that it is theirs: by face, finger or number, as they unlock it. See docs/native.md for its methods.
@objc(KontorLockPlugin)
final class KontorLockPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "KontorLockPlugin"
    let jsName = "KontorLock"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "state", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "ask", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "hide", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "setLocked", returnType: CAPPluginReturnPromise),
    ]

    private var cover: UIView?
    private var watching: [NSObjectProtocol] = []

    /// `isReady`: whether the phone has a code, without which nobody can prove anything.
    @objc func state(_ call: CAPPluginCall) {
        call.resolve(["isReady": LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)])
    }

    @objc func ask(_ call: CAPPluginCall) {
        let context = LAContext()
        var fault: NSError?
        guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &fault) else {
            return call.resolve(["answer": fault?.code == LAError.passcodeNotSet.rawValue ? "none" : "refused"])
        }
        context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: call.getString("reason") ?? "Kontor") { isOpen, _ in
            call.resolve(["answer": isOpen ? "open" : "refused"])
        }
    }

    /// Keeps what the app shows out of the list of open apps: the system takes its picture after the app was covered.
    @objc func hide(_ call: CAPPluginCall) {
        let isHidden = call.getBool("isHidden") ?? false
        DispatchQueue.main.async {
            let center = NotificationCenter.default
            self.watching.forEach(center.removeObserver)
            self.watching = []
            self.uncover()
            if isHidden {
                self.watching = [
                    center.addObserver(forName: UIScene.willDeactivateNotification, object: nil, queue: .main) { [weak self] _ in self?.putCover() },
                    center.addObserver(forName: UIScene.didActivateNotification, object: nil, queue: .main) { [weak self] _ in self?.uncover() },
                ]
            }
            call.resolve()
        }
    }

    /// On iOS the notification service shows pushes, which does not know what is in front.
    @objc func setLocked(_ call: CAPPluginCall) {
        call.resolve()
    }

    private func putCover() {
        guard cover == nil, let window = bridge?.viewController?.view.window else { return }
        let view = UIView(frame: window.bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.backgroundColor = .systemBackground
        window.addSubview(view)
        cover = view
    }

    private func uncover() {
        cover?.removeFromSuperview()
        cover = nil
    }
}
