import android.content.Intent;
import android.net.Uri;
import com.google.firebase.FirebaseApp;
import de.kontor.app.push.AlarmPlan;
import de.kontor.app.push.AsPlugin;
import de.kontor.app.push.KontorPushPlugin;
import de.kontor.app.push.PushPlan;
import de.kontor.app.push.UnifiedPushReceiver;
import de.kontor.app.push.WebPush;
import de.kontor.app.share.SafeName;
import de.kontor.app.share.SharedFiles;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

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
            case "alarm":
                return String.valueOf(AlarmPlan.of(Long.parseLong(words[1]), Boolean.parseBoolean(words[2]), AlarmPlan.Own.valueOf(words[3]), Long.parseLong(words[4])));
            case "share":
                return shared(text(words[1]), Arrays.copyOfRange(words, 2, words.length));
            case "phone":
                return onPhone(Arrays.copyOfRange(words, 1, words.length));
            default:
                Set<String> taken = new HashSet<>();
                String name = "";
                for (String word : Arrays.copyOfRange(words, 1, words.length)) name = SafeName.of(text(word), taken);
                return name;
        }
    }

    /** Shares files, each as `address|name|bytes`, where bytes are a number of them; returns what the plugin is given, and what lies in the cache. */
    private static String shared(String cache, String[] words) {
        Phone phone = new Phone();
        phone.cache = new File(cache);
        ArrayList<Uri> streams = new ArrayList<>();
        for (String word : words) {
            String[] parts = text(word).split("\\|", -1);
            streams.add(Uri.parse(parts[0]));
            phone.names.put(parts[0], parts[1]);
            if (!parts[2].isEmpty()) phone.contents.put(parts[0], new byte[Integer.parseInt(parts[2])]);
        }
        Intent intent = new Intent(streams.size() == 1 ? Intent.ACTION_SEND : Intent.ACTION_SEND_MULTIPLE).putExtra(Intent.EXTRA_TEXT, new StringBuilder("words"));
        if (streams.size() == 1) intent.putExtra(Intent.EXTRA_STREAM, streams.get(0));
        else intent.putParcelableArrayListExtra(Intent.EXTRA_STREAM, streams);
        Intent safe = SharedFiles.taken(phone, intent.putExtra("more", "of what nobody asked for"));
        Object given = safe.extras.remove(Intent.EXTRA_STREAM);
        String[] files = new File(phone.cache, "shared_in").list();
        Arrays.sort(files);
        return safe.action + ' ' + new TreeMap<>(safe.extras) + ' ' + String.valueOf(given).replace(phone.cache.toURI().toString(), "") + ' ' + String.join(",", files);
    }

    private static Phone phone;
    private static KontorPushPlugin plugin;

    /** What a page, a distributor or Google's service does with a phone: `new`, `keys`, `call`, `broadcast`, `google`, `front`, `back`; and what is seen of it. `forGoogle`: what the app is built for. */
    private static String onPhone(String[] words) throws GeneralSecurityException {
        switch (words[0]) {
            case "new":
                phone = new Phone();
                plugin = new KontorPushPlugin();
                plugin.context = phone;
                plugin.load();
                return "";
            case "front":
                AsPlugin.front(plugin, words[1].equals("true"));
                return "";
            case "forGoogle":
                FirebaseApp.apps.clear();
                if (words[1].equals("true")) FirebaseApp.apps.add(new FirebaseApp());
                return "";
            case "call":
                return AsPlugin.call(plugin, words[1], text(words[2]), words.length > 3 ? text(words[3]) : null);
            case "register":
                AsPlugin.register(phone, text(words[1]), text(words[2]));
                return "";
            case "broadcast":
                Intent intent = new Intent("org.unifiedpush.android.connector." + words[1]).putExtra("token", text(words[2]));
                if (words[1].equals("MESSAGE")) intent.putExtra("bytesMessage", bytes(words[3])).putExtra("id", "m1");
                else if (words.length > 3) intent.putExtra(words[1].equals("NEW_ENDPOINT") ? "endpoint" : "reason", text(words[3]));
                new UnifiedPushReceiver().onReceive(phone, intent);
                return "";
            case "tapped":
                AsPlugin.tapped(plugin, new Intent().putExtra("kontor.push.account", text(words[1])).putExtra("kontor.push.message", text(words[2])));
                return "";
            case "sent":
                StringBuilder sent = new StringBuilder();
                for (Intent one : phone.sent) {
                    sent.append(one.to).append(' ').append(one.action.replaceAll(".*\\.", "")).append(' ').append(one.extras.get("token"));
                    sent.append(one.extras.containsKey("pi") ? " pi" : "").append(one.extras.containsKey("id") ? " id" : "").append('\n');
                }
                phone.sent.clear();
                return sent.toString();
            case "schedule":
                phone.schedule(Integer.parseInt(words[1]), text(words[2]));
                return "";
            case "pass":
                phone.pass(Integer.parseInt(words[1]));
                return "";
            case "lose":
                phone.lose(Integer.parseInt(words[1]));
                return "";
            case "putAway":
                phone.putAway(Integer.parseInt(words[1]));
                return "";
            case "rung":
                return phone.rung.toString();
            case "told":
                String told = plugin.told;
                plugin.told = "";
                return told;
            default:
                StringBuilder seen = new StringBuilder();
                phone.notices.forEach((name, one) ->
                    seen.append(name + '|' + one.title + '|' + one.text + '|' + one.channel + '|' + one.number + '|' + one.timeout + '\n')
                );
                return seen.toString();
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
