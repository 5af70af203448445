import CryptoKit
import Foundation

/// Opens messages that are sealed for a device by RFC 8291 (aes128gcm, one record). Pure: it keeps nothing and asks nobody.
enum WebPush {
    enum Failure: Error {
        case notSealed
        case notLast
    }

    /// Salt, size of a record, length of the sender's key, and the key: what stands before the record.
    static let header = 16 + 4 + 1 + 65
    private static let tag = 16
    /// No push is longer: services take 4,096 bytes.
    private static let maxBytes = 4096 + header

    /// Returns the text that was sealed for the key. Throws if it was sealed for another key, was changed on its way, or is no sealed message.
    static func open(_ body: Data, with own: P256.KeyAgreement.PrivateKey, auth: Data) throws -> String {
        guard isSealed(body) else { throw Failure.notSealed }
        let bytes = Data(body)
        let salt = bytes.prefix(16)
        let sender = bytes[21..<header]
        let secret = try own.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: sender))
        let info = Data("WebPush: info\0".utf8) + own.publicKey.x963Representation + sender
        let material = SymmetricKey(data: secret.withUnsafeBytes { Data($0) })
        let shared = derive(material, salt: auth, info: info, count: 32)
        let key = derive(shared, salt: salt, info: Data("Content-Encoding: aes128gcm\0".utf8), count: 16)
        let nonce = derive(shared, salt: salt, info: Data("Content-Encoding: nonce\0".utf8), count: 12)
        let box = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Data($0) }),
            ciphertext: bytes[header..<(bytes.count - tag)],
            tag: bytes.suffix(tag)
        )
        var padded = try AES.GCM.open(box, using: key)
        while padded.last == 0 { padded.removeLast() }
        // 2 marks the last record, and there is one alone.
        guard padded.popLast() == 2, let text = String(data: padded, encoding: .utf8) else { throw Failure.notLast }
        return text
    }

    /// Whether bytes have the form of a sealed message: they say so themselves.
    static func isSealed(_ body: Data) -> Bool {
        let bytes = [UInt8](body.prefix(22))
        guard body.count > header + tag, body.count <= maxBytes, bytes[20] == 65, bytes[21] == 4 else { return false }
        let size = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
        return size >= body.count - header
    }

    /// Returns the sealed message among the fields of a push, whatever a service calls it.
    static func sealed(in fields: [AnyHashable: Any]) -> Data? {
        for case let text as String in fields.values {
            if let bytes = decode(text), isSealed(bytes) { return bytes }
        }
        return nil
    }

    /// Base64url without padding.
    static func encode(_ bytes: Data) -> String {
        bytes.base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Reads base64 in either alphabet, padded or not.
    static func decode(_ text: String) -> Data? {
        let plain = text
            .replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
            .replacingOccurrences(of: "=", with: "")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }

    private static func derive(_ secret: SymmetricKey, salt: Data, info: Data, count: Int) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: count)
    }
}
