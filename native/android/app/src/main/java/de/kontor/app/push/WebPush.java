package de.kontor.app.push;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EllipticCurve;
import java.util.Arrays;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Opens messages that are sealed for a device by RFC 8291 (aes128gcm, one record). Pure: it knows nothing of Android. */
public final class WebPush {

    /** Salt, size of a record, length of the sender's key, and the key: what stands before the record. */
    static final int HEADER = 16 + 4 + 1 + 65;
    private static final int TAG = 16;
    /** No push is longer: services take 4,096 bytes. */
    private static final int MAX_BYTES = 4096 + HEADER;

    private WebPush() {}

    /**
     * Returns the text that was sealed for the key. Throws GeneralSecurityException if the message was sealed for another key, was changed on its
     * way, or is no such message.
     */
    public static String open(byte[] body, PrivateKey own, ECPublicKey ownPublic, byte[] auth) throws GeneralSecurityException {
        if (!isSealed(body)) throw new GeneralSecurityException("no sealed message");
        byte[] salt = Arrays.copyOfRange(body, 0, 16);
        byte[] sender = Arrays.copyOfRange(body, 21, HEADER);
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(own);
        agreement.doPhase(publicKey(sender, ownPublic.getParams()), true);
        byte[] info = join("WebPush: info\0".getBytes(StandardCharsets.US_ASCII), pointOf(ownPublic), sender);
        byte[] secret = derive(agreement.generateSecret(), auth, info, 32);
        byte[] key = derive(secret, salt, "Content-Encoding: aes128gcm\0".getBytes(StandardCharsets.US_ASCII), 16);
        byte[] nonce = derive(secret, salt, "Content-Encoding: nonce\0".getBytes(StandardCharsets.US_ASCII), 12);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG * 8, nonce));
        byte[] padded = cipher.doFinal(body, HEADER, body.length - HEADER);
        int end = padded.length - 1;
        while (end >= 0 && padded[end] == 0) end--;
        // 2 marks the last record, and there is one alone.
        if (end < 0 || padded[end] != 2) throw new GeneralSecurityException("no last record");
        return new String(padded, 0, end, StandardCharsets.UTF_8);
    }

    /** Whether bytes have the form of a sealed message: they say so themselves. */
    public static boolean isSealed(byte[] body) {
        return body.length > HEADER + TAG && body.length <= MAX_BYTES && body[20] == 65 && body[21] == 4
            && ByteBuffer.wrap(body, 16, 4).getInt() >= body.length - HEADER;
    }

    /** Returns the sealed message among the fields of a push, whatever a service calls it; null if there is none. */
    public static byte[] sealedIn(Map<String, String> fields) {
        for (String value : fields.values()) {
            byte[] bytes = decode(value);
            if (bytes != null && isSealed(bytes)) return bytes;
        }
        return null;
    }

    /** Returns a key as it is sent: an uncompressed point, 65 bytes. */
    public static byte[] pointOf(ECPublicKey key) {
        return join(new byte[] { 4 }, fixed(key.getW().getAffineX()), fixed(key.getW().getAffineY()));
    }

    /** Returns the key of a point. Throws GeneralSecurityException if the point does not lie on the curve. */
    static ECPublicKey publicKey(byte[] point, ECParameterSpec curve) throws GeneralSecurityException {
        BigInteger x = new BigInteger(1, Arrays.copyOfRange(point, 1, 33));
        BigInteger y = new BigInteger(1, Arrays.copyOfRange(point, 33, 65));
        EllipticCurve shape = curve.getCurve();
        BigInteger p = ((ECFieldFp) shape.getField()).getP();
        BigInteger right = x.pow(3).add(shape.getA().multiply(x)).add(shape.getB()).mod(p);
        if (x.compareTo(p) >= 0 || y.compareTo(p) >= 0 || !y.pow(2).mod(p).equals(right))
            throw new GeneralSecurityException("a point beside the curve");
        return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(x, y), curve));
    }

    /** HKDF with SHA-256 (RFC 5869), for at most one block. */
    static byte[] derive(byte[] secret, byte[] salt, byte[] info, int length) throws GeneralSecurityException {
        return Arrays.copyOf(hmac(hmac(salt, secret), join(info, new byte[] { 1 })), length);
    }

    private static byte[] hmac(byte[] key, byte[] text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text);
    }

    private static byte[] fixed(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] out = new byte[32];
        int count = Math.min(bytes.length, 32);
        System.arraycopy(bytes, bytes.length - count, out, 32 - count, count);
        return out;
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) out.write(part, 0, part.length);
        return out.toByteArray();
    }

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /** Base64url without padding. Java's own is missing before Android 8. */
    public static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < bytes.length * 8; bit += 6) {
            int at = bit / 8;
            int pair = ((bytes[at] & 255) << 8) | (at + 1 < bytes.length ? bytes[at + 1] & 255 : 0);
            text.append(ALPHABET.charAt((pair >> (10 - (bit % 8))) & 63));
        }
        return text.toString();
    }

    /** Reads base64 in either alphabet, padded or not; null if the text is none. */
    public static byte[] decode(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int bits = 0;
        int kept = 0;
        for (char sign : text.replace('+', '-').replace('/', '_').replaceAll("={1,2}$", "").toCharArray()) {
            int value = ALPHABET.indexOf(sign);
            if (value < 0) return null;
            bits = ((bits << 6) | value) & 0xffff;
            kept += 6;
            if (kept >= 8) {
                kept -= 8;
                out.write(bits >> kept);
            }
        }
        return out.toByteArray();
    }
}
