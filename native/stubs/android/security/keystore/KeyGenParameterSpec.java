package android.security.keystore;

public class KeyGenParameterSpec implements java.security.spec.AlgorithmParameterSpec {
    public static class Builder {
        public Builder(String name, int purposes) {}
        public Builder setBlockModes(String... modes) { return this; }
        public Builder setEncryptionPaddings(String... paddings) { return this; }
        public KeyGenParameterSpec build() { return null; }
    }
}
