import Capacitor
import UIKit

/// Leads out of the app, also to a host whose links the app itself opens. See docs/native.md for its methods.
@objc(KontorLinksPlugin)
final class KontorLinksPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "KontorLinksPlugin"
    let jsName = "KontorLinks"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "browse", returnType: CAPPluginReturnPromise),
    ]

    /// Shows a page in the phone's browser: iOS leads no app to itself.
    @objc func browse(_ call: CAPPluginCall) {
        guard let text = call.getString("url"), let url = URL(string: text), ["https", "http"].contains(url.scheme) else {
            return call.reject("That is no page", "NO_PAGE")
        }
        DispatchQueue.main.async {
            UIApplication.shared.open(url) { isOpen in
                if isOpen { call.resolve() } else { call.reject("There is no browser on this phone", "NO_BROWSER") }
            }
        }
    }
}
