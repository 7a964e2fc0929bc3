import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.function.*;

/**
 * Writes unicode-13.ts: what java.lang.Character of JDK 17 (Unicode 13.0) says of every code point.
 * Usage: java --add-opens java.base/java.lang=ALL-UNNAMED MakeTables.java unicode-13.ts
 */
public class MakeTables {
    static final int END = 0x110000;
    static final String[] CATEGORIES = {
        "Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Me", "Mc", "Nd", "Nl", "No", "Zs", "Zl", "Zp", "Cc", "Cf", "", "Co", "Cs", "Pd", "Ps",
        "Pe", "Pc", "Po", "Sm", "Sc", "Sk", "So", "Pi", "Pf" };

    static String n(int value) { return Integer.toString(value, 36); }

    /** Gap, length, gap, length … in base 36. */
    static String set(IntPredicate in) {
        StringBuilder out = new StringBuilder();
        int last = 0;
        for (int c = 0; c < END; ) {
            if (!in.test(c)) { c++; continue; }
            int start = c;
            while (c < END && in.test(c)) c++;
            if (out.length() > 0) out.append(' ');
            out.append(n(start - last)).append(' ').append(n(c - start));
            last = c;
        }
        return out.toString();
    }

    /** Length, value, length, value …, values by name or number. */
    static String runs(IntFunction<String> value) {
        StringBuilder out = new StringBuilder();
        for (int c = 0; c < END; ) {
            String v = value.apply(c);
            int start = c;
            while (c < END && value.apply(c).equals(v)) c++;
            if (out.length() > 0) out.append(' ');
            out.append(n(c - start)).append(' ').append(v);
        }
        return out.toString();
    }

    /** Gap, count, step, signed delta … of a simple case mapping. */
    static String mapping(IntUnaryOperator map) {
        StringBuilder out = new StringBuilder();
        int last = 0;
        for (int c = 0; c < END; ) {
            int delta = map.applyAsInt(c) - c;
            if (delta == 0) { c++; continue; }
            int step = 1, count = 1;
            if (map.applyAsInt(c + 1) - (c + 1) != delta && map.applyAsInt(c + 2) - (c + 2) == delta
                && map.applyAsInt(c + 1) == c + 1) step = 2;
            int at = c + step;
            while (at < END && map.applyAsInt(at) - at == delta && (step == 1 || map.applyAsInt(at - 1) == at - 1)) { count++; at += step; }
            if (out.length() > 0) out.append(' ');
            out.append(n(c - last)).append(' ').append(n(count)).append(' ').append(step).append(' ').append(n(delta));
            last = c + (count - 1) * step + 1;
            c = last;
        }
        return out.toString();
    }

    static boolean category(int c, String names) { return (" " + names + " ").contains(" " + CATEGORIES[Character.getType(c)] + " "); }

    static StringBuilder file = new StringBuilder();
    static void put(String doc, String name, String value) {
        file.append("\n/** ").append(doc).append(" */\nexport const ").append(name).append(" =\n  ");
        file.append('\'').append(value.replace("'", "\\'")).append("'\n");
    }

    @SuppressWarnings("unchecked")
    static <T> Map<String, T> names(Class<?> owner, String field) throws Exception {
        Field f = owner.getDeclaredField(field);
        f.setAccessible(true);
        return (Map<String, T>) f.get(null);
    }

    public static void main(String[] a) throws Exception {
        file.append("// Made by MakeTables.java with JDK ").append(Runtime.version().feature())
            .append(", whose Unicode is 13.0. Not to be edited.\n");
        put("General categories of all code points: length and category, again and again. Numbers are in base 36.", "categoryRuns",
            runs(c -> CATEGORIES[Character.getType(c)]));
        put("Lower case beyond Ll: gap and length, again and again.", "otherLowercase",
            set(c -> Character.isLowerCase(c) && !category(c, "Ll")));
        put("Upper case beyond Lu.", "otherUppercase", set(c -> Character.isUpperCase(c) && !category(c, "Lu")));
        put("Alphabetic beyond the letters and Nl.", "otherAlphabetic",
            set(c -> Character.isAlphabetic(c) && !category(c, "Lu Ll Lt Lm Lo Nl")));
        put("Ideographic.", "ideographic", set(Character::isIdeographic));
        put("Mirrored.", "mirrored", set(Character::isMirrored));
        put("Unicode identifier starts beyond the letters and Nl.", "otherIdentifierStart",
            set(c -> Character.isUnicodeIdentifierStart(c) && !category(c, "Lu Ll Lt Lm Lo Nl")));
        put("Unicode identifier parts beyond letters, Nl, Nd, Mn, Mc, Pc and what is ignorable.", "otherIdentifierPart",
            set(c -> Character.isUnicodeIdentifierPart(c) && !category(c, "Lu Ll Lt Lm Lo Nl Nd Mn Mc Pc") && !Character.isIdentifierIgnorable(c)));
        put("Simple upper case: gap, count, step and difference, again and again.", "upperCaseRuns", mapping(Character::toUpperCase));
        put("Simple lower case.", "lowerCaseRuns", mapping(Character::toLowerCase));

        List<Character.UnicodeScript> scripts = List.of(Character.UnicodeScript.values());
        Map<Character.UnicodeScript, TreeSet<String>> scriptNames = new LinkedHashMap<>();
        for (var s : scripts) scriptNames.put(s, new TreeSet<>());
        Map<String, Character.UnicodeScript> aliases = names(Character.UnicodeScript.class, "aliases");
        aliases.forEach((name, s) -> scriptNames.get(s).add(name));
        StringBuilder out = new StringBuilder();
        for (var s : scripts) {
            if (out.length() > 0) out.append(' ');
            out.append(s.name());
            for (String other : scriptNames.get(s)) out.append(',').append(other);
        }
        put("Scripts: each the name and its other names, all in upper case.", "scriptNames", out.toString());
        put("Scripts of all code points: length and place in the list of names.", "scriptRuns",
            runs(c -> n(Character.UnicodeScript.of(c).ordinal())));

        Map<String, Character.UnicodeBlock> blockMap = names(Character.UnicodeBlock.class, "map");
        Map<Character.UnicodeBlock, TreeSet<String>> blockNames = new LinkedHashMap<>();
        List<Character.UnicodeBlock> blocks = new ArrayList<>();
        for (int c = 0; c < END; c++) {
            var b = Character.UnicodeBlock.of(c);
            if (b != null && !blocks.contains(b)) blocks.add(b);
        }
        for (var b : blockMap.values()) if (!blocks.contains(b)) blocks.add(b);
        for (var b : blocks) blockNames.put(b, new TreeSet<>());
        blockMap.forEach((name, b) -> blockNames.get(b).add(name));
        out = new StringBuilder();
        for (var b : blocks) {
            if (out.length() > 0) out.append(';');
            Set<String> all = blockNames.get(b);
            String plain = b.toString();
            Set<String> left = new TreeSet<>(all);
            // The third name follows from the one with spaces.
            String spaced = all.stream().filter(x -> x.contains(" ")).findFirst().orElse(plain);
            left.removeAll(List.of(plain, spaced, spaced.replace(" ", "")));
            if (!all.contains(spaced.replace(" ", ""))) throw new IllegalStateException(spaced + all);
            if (!all.contains(plain)) throw new IllegalStateException(plain + all);
            out.append(plain).append(',').append(spaced);
            for (String x : left) out.append(',').append(x);
        }
        put("Blocks: each the constant, the name with spaces and further names, all in upper case.", "blockNames", out.toString());
        put("Blocks of all code points: length and place in the list of names, - where there is none.", "blockRuns",
            runs(c -> { var b = Character.UnicodeBlock.of(c); return b == null ? "-" : n(blocks.indexOf(b)); }));
        out = new StringBuilder();
        for (int c = 0; c < 256; c++) out.append(c == 0 ? "" : ",").append(Character.getName(c));
        put("The names of the first 256 code points, in order.", "latinNames", out.toString());
        Files.writeString(Path.of(a[0]), file, StandardCharsets.US_ASCII);
    }
}
