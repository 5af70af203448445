import de.kontor.app.push.PushPlan;
import de.kontor.app.push.WebPush;
import de.kontor.app.share.SafeName;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Tries the pure code of the Android app: a request a line, its words as base64url, and an answer a line. */
public class Try {

    private static byte[] bytes(String word) {
        return WebPush.decode(word);
    }

    private static String text(String word) {
        return new String(bytes(word), StandardCharsets.UTF_8);
    }

    private static String answer(String[] words) throws GeneralSecurityException {
        switch (words[0]) {
            case "open":
                KeyFactory keys = KeyFactory.getInstance("EC");
                ECPublicKey known = (ECPublicKey) keys.generatePublic(new X509EncodedKeySpec(bytes(words[2])));
                return WebPush.open(bytes(words[4]), keys.generatePrivate(new PKCS8EncodedKeySpec(bytes(words[1]))), known, bytes(words[3]));
            case "point":
                return WebPush.encode(WebPush.pointOf((ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(bytes(words[1])))));
            case "sealed":
                return String.valueOf(WebPush.sealedIn(Collections.singletonMap("any", text(words[1]))) != null);
            case "plan":
                PushPlan plan = PushPlan.of(text(words[1]), text(words[2]), text(words[3]), Integer.parseInt(words[4]));
                return plan.does + "|" + plan.name + "|" + plan.title + "|" + plan.channel + "|" + plan.badge + "|" + plan.gone;
            default:
                Set<String> taken = new HashSet<>();
                String name = "";
                for (String word : Arrays.copyOfRange(words, 1, words.length)) name = SafeName.of(text(word), taken);
                return name;
        }
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String said;
            try {
                said = answer(line.split(" ", -1));
            } catch (GeneralSecurityException refused) {
                said = "refused";
            }
            System.out.println(WebPush.encode(said.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
