package de.kontor.app.push;

import android.content.Context;
import android.content.SharedPreferences;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Keys by which pushes are sealed for this phone, one pair an account: whose key opens a push is the account that it is of. Private keys lie in
 * the preferences of the app, sealed by a key that never leaves the phone's key store.
 */
final class PushKeys {

    private static final String STORE = "AndroidKeyStore";
    private static final String WRAPPING = "kontor.push";
    private static final int NONCE = 12;

    static final class Opened {

        final String account;
        final String text;

        Opened(String account, String text) {
            this.account = account;
            this.text = text;
        }
    }

    private final SharedPreferences kept;

    PushKeys(Context context) {
        kept = context.getSharedPreferences("kontor.push.keys", Context.MODE_PRIVATE);
    }

    /** Returns public key and authentication secret of an account, made at the first call, each as base64url. */
    synchronized String[] of(String account) throws GeneralSecurityException {
        if (!kept.contains(account)) {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            byte[] auth = new byte[16];
            new SecureRandom().nextBytes(auth);
            String own = WebPush.encode(seal(pair.getPrivate().getEncoded()));
            String known = WebPush.encode(pair.getPublic().getEncoded());
            kept.edit().putString(account, own + ' ' + known + ' ' + WebPush.encode(auth)).apply();
        }
        String[] parts = kept.getString(account, "").split(" ");
        return new String[] { WebPush.encode(WebPush.pointOf(publicKey(parts[1]))), parts[2] };
    }

    /** What is sealed for this account is not opened any more. */
    void forget(String account) {
        kept.edit().remove(account).apply();
    }

    /** Returns the text and the account whose key has opened it; null if it is for none. */
    Opened open(byte[] sealed) {
        for (String account : kept.getAll().keySet()) {
            String[] parts = kept.getString(account, "").split(" ");
            if (parts.length != 3) continue;
            try {
                PrivateKey own = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(unseal(WebPush.decode(parts[0]))));
                return new Opened(account, WebPush.open(sealed, own, publicKey(parts[1]), WebPush.decode(parts[2])));
            } catch (GeneralSecurityException | RuntimeException ignored) {
                // Sealed for another account, or by a key store that was emptied since.
            }
        }
        return null;
    }

    private static ECPublicKey publicKey(String encoded) throws GeneralSecurityException {
        return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(WebPush.decode(encoded)));
    }

    private static SecretKey wrapping() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance(STORE);
            store.load(null);
            SecretKey key = (SecretKey) store.getKey(WRAPPING, null);
            if (key != null) return key;
        } catch (java.io.IOException problem) {
            throw new GeneralSecurityException(problem);
        }
        KeyGenerator generator = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, STORE);
        generator.init(
            new KeyGenParameterSpec.Builder(WRAPPING, KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT)
                .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
                .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
                .build()
        );
        return generator.generateKey();
    }

    private static byte[] seal(byte[] plain) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, wrapping());
        byte[] sealed = cipher.doFinal(plain);
        byte[] out = Arrays.copyOf(cipher.getIV(), NONCE + sealed.length);
        System.arraycopy(sealed, 0, out, NONCE, sealed.length);
        return out;
    }

    private static byte[] unseal(byte[] sealed) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, wrapping(), new GCMParameterSpec(128, sealed, 0, NONCE));
        return cipher.doFinal(sealed, NONCE, sealed.length - NONCE);
    }
}
