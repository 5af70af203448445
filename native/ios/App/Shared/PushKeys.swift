import CryptoKit
import Foundation
import Security

/// Keys by which pushes are sealed for this phone, one pair an account: whose key opens a push is the account that it is of. They lie in a group of
/// the keychain that the app and its notification service share, are there once the phone was unlocked, and are copied to no other phone.
struct PushKeys {
    private static let service = "kontor.push"
    private static let authBytes = 16

    /// The group with the team's prefix, which the build writes into Info.plist.
    private let group = Bundle.main.object(forInfoDictionaryKey: "KontorKeychainGroup") as? String

    /// Returns public key and authentication secret of an account, made at the first call, each as base64url.
    func of(_ account: String) throws -> (p256dh: String, auth: String) {
        if let kept = all()[account] { return named(kept) }
        let key = P256.KeyAgreement.PrivateKey()
        let auth = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        var item = query(account)
        item[kSecValueData as String] = auth + key.rawRepresentation
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        let status = SecItemAdd(item as CFDictionary, nil)
        guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
        return named((key, auth))
    }

    /// What is sealed for this account is not opened any more.
    func forget(_ account: String) {
        SecItemDelete(query(account) as CFDictionary)
    }

    /// Returns the text and the account whose key has opened it.
    func open(_ sealed: Data) -> (account: String, text: String)? {
        for (account, kept) in all() {
            if let text = try? WebPush.open(sealed, with: kept.key, auth: kept.auth) { return (account, text) }
        }
        return nil
    }

    private func named(_ kept: (key: P256.KeyAgreement.PrivateKey, auth: Data)) -> (p256dh: String, auth: String) {
        (WebPush.encode(kept.key.publicKey.x963Representation), WebPush.encode(kept.auth))
    }

    private func query(_ account: String?) -> [String: Any] {
        var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: Self.service]
        if let account { query[kSecAttrAccount as String] = account }
        if let group { query[kSecAttrAccessGroup as String] = group }
        return query
    }

    private func all() -> [String: (key: P256.KeyAgreement.PrivateKey, auth: Data)] {
        var search = query(nil)
        search[kSecMatchLimit as String] = kSecMatchLimitAll
        search[kSecReturnAttributes as String] = true
        search[kSecReturnData as String] = true
        var found: CFTypeRef?
        guard SecItemCopyMatching(search as CFDictionary, &found) == errSecSuccess, let items = found as? [[String: Any]] else { return [:] }
        var kept: [String: (key: P256.KeyAgreement.PrivateKey, auth: Data)] = [:]
        for item in items {
            guard let account = item[kSecAttrAccount as String] as? String,
                  let data = item[kSecValueData as String] as? Data,
                  data.count > Self.authBytes,
                  let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: data.dropFirst(Self.authBytes))
            else { continue }
            kept[account] = (key, Data(data.prefix(Self.authBytes)))
        }
        return kept
    }
}
