package de.kontor.app.share;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/** Makes names of other apps' files fit for a folder of ours. Pure: it knows nothing of Android. */
public final class SafeName {

    private static final int MAX_BYTES = 120;

    private SafeName() {}

    /**
     * Returns the last part of a path without what leads elsewhere, deceives or is no sign: separators, NUL and other controls, signs that turn the
     * direction of writing, and points at the beginning. A name that is in `taken` gets a number; the name that is returned is added to it.
     */
    public static String of(String given, Set<String> taken) {
        String last = given == null ? "" : given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
        String clean = Normalizer.normalize(last, Normalizer.Form.NFC)
            .replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\u2028\\u2029]", "")
            .replaceAll("[:*?\"<>|]", "_")
            .replaceAll("^[.\\s]+|[.\\s]+$", "");
        int dot = clean.lastIndexOf('.');
        String ending = dot > 0 && clean.length() - dot <= 11 ? clean.substring(dot) : "";
        String stem = clean.substring(0, clean.length() - ending.length());
        while (stem.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) stem = stem.substring(0, stem.offsetByCodePoints(stem.length(), -1));
        if (stem.isEmpty()) stem = "Datei";
        String name = stem + ending;
        for (int number = 2; taken.contains(name.toLowerCase(Locale.ROOT)); number++) name = stem + " " + number + ending;
        taken.add(name.toLowerCase(Locale.ROOT));
        return name;
    }
}
