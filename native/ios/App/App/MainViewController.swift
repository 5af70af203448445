import Capacitor

/// The page, with the plugins of our own beside those of packages.
final class MainViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(KontorPushPlugin())
        bridge?.registerPluginInstance(KontorLockPlugin())
        bridge?.registerPluginInstance(KontorLinksPlugin())
    }
}
