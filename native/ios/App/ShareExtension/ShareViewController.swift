import UIKit
import UniformTypeIdentifiers

/// Takes what another app shares into the folder of the app group, under safe names, and opens the app, which asks where it belongs.
@objc(ShareViewController)
final class ShareViewController: UIViewController {
    private static let group = "group.de.kontor.app"
    private static let maxFiles = 20
    private static let maxBytes = 100 * 1024 * 1024

    override func viewDidLoad() {
        super.viewDidLoad()
        Task { await self.take() }
    }

    private func take() async {
        let items = extensionContext?.inputItems.compactMap { $0 as? NSExtensionItem } ?? []
        var texts: [String] = []
        var files: [[String: String]] = []
        var names = Set<String>()
        var room = Self.maxBytes
        let folder = emptyFolder()
        for provider in items.flatMap({ $0.attachments ?? [] }) {
            if let file = await Self.file(of: provider) {
                guard let folder, files.count < Self.maxFiles, let copied = Self.copy(file, to: folder, names: &names, room: room) else { continue }
                room -= copied.size
                files.append(["uri": copied.url.absoluteString, "name": copied.url.lastPathComponent, "mimeType": copied.type])
            } else if let text = await Self.text(of: provider) {
                texts.append(text)
            }
        }
        if !texts.isEmpty || !files.isEmpty {
            let title = items.first?.attributedTitle?.string ?? ""
            UserDefaults(suiteName: Self.group)?.set(["title": title, "texts": texts, "files": files], forKey: "share-target-data")
            await openApp()
        }
        _ = await extensionContext?.completeRequest(returningItems: nil)
    }

    /// What was shared before and never fetched goes.
    private func emptyFolder() -> URL? {
        let manager = FileManager.default
        guard let group = manager.containerURL(forSecurityApplicationGroupIdentifier: Self.group) else { return nil }
        let folder = group.appendingPathComponent("shared_in", isDirectory: true)
        try? manager.removeItem(at: folder)
        try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func file(of provider: NSItemProvider) async -> URL? {
        let types = [UTType.fileURL, .image, .movie, .audio, .pdf, .data].map(\.identifier)
        guard !provider.hasItemConformingToTypeIdentifier(UTType.plainText.identifier) || provider.suggestedName != nil,
              let type = types.first(where: provider.hasItemConformingToTypeIdentifier)
        else { return nil }
        return await withCheckedContinuation { continuation in
            provider.loadItem(forTypeIdentifier: type) { item, _ in
                if let url = item as? URL {
                    continuation.resume(returning: url.isFileURL ? url : nil)
                } else {
                    // A screenshot that was never kept has no file.
                    continuation.resume(returning: Self.written((item as? UIImage)?.pngData(), ending: "png"))
                }
            }
        }
    }

    private nonisolated static func written(_ data: Data?, ending: String) -> URL? {
        guard let data else { return nil }
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(ending)")
        return (try? data.write(to: url)) == nil ? nil : url
    }

    private static func text(of provider: NSItemProvider) async -> String? {
        for type in [UTType.url.identifier, UTType.plainText.identifier] where provider.hasItemConformingToTypeIdentifier(type) {
            let item = try? await provider.loadItem(forTypeIdentifier: type)
            if let url = item as? URL { return url.absoluteString }
            if let text = item as? String { return text }
        }
        return nil
    }

    private static func copy(_ file: URL, to folder: URL, names: inout Set<String>, room: Int) -> (url: URL, size: Int, type: String)? {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= room else { return nil }
        let target = folder.appendingPathComponent(safeName(file.lastPathComponent, taken: &names))
        guard (try? FileManager.default.copyItem(at: file, to: target)) != nil else { return nil }
        let type = UTType(filenameExtension: target.pathExtension)?.preferredMIMEType ?? "application/octet-stream"
        return (target, size, type)
    }

    /// Returns a name without separators, controls, signs that turn the direction of writing, and points at the beginning, that is not taken yet.
    static func safeName(_ given: String, taken: inout Set<String>) -> String {
        let bad = CharacterSet.controlCharacters.union(CharacterSet(charactersIn: "/\\:*?\"<>|\u{2028}\u{2029}"))
        let clean = String(given.precomposedStringWithCanonicalMapping.unicodeScalars.filter { !bad.contains($0) && $0.properties.generalCategory != .format })
            .trimmingCharacters(in: CharacterSet(charactersIn: ". \t"))
        let ending = (clean as NSString).pathExtension
        var stem = (clean as NSString).deletingPathExtension
        while stem.utf8.count > 120 { stem.removeLast() }
        if stem.isEmpty { stem = "Datei" }
        var name = ending.isEmpty ? stem : "\(stem).\(ending)"
        var number = 2
        while taken.contains(name.lowercased()) {
            name = ending.isEmpty ? "\(stem) \(number)" : "\(stem) \(number).\(ending)"
            number += 1
        }
        taken.insert(name.lowercased())
        return name
    }

    /// iOS has no call for it in an extension; who refuses finds what was shared the next time that the app is opened.
    private func openApp() async {
        guard let url = URL(string: "de.kontor.app://share") else { return }
        var responder: UIResponder? = self
        while let current = responder {
            if let application = current as? UIApplication {
                application.open(url, options: [:], completionHandler: nil)
                return
            }
            responder = current.next
        }
    }
}
