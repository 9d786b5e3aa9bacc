// A program in the fragment of a link: its text as UTF-8, compressed (raw deflate), in base64url.

const PREFIX = "#asm=";
/** Characters of the longest program; a short link could have a text that fills the browser's memory. */
const MAX_CHARACTERS = 1_000_000;

/** Returns the fragment of a program. */
export async function toFragment(text) {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return PREFIX + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the program of a fragment, or null if it has none. Throws an Error with a message for the user. */
export async function fromFragment(fragment) {
  if (!fragment.startsWith(PREFIX)) {
    return null;
  }
  try {
    const letters = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return await inflated(bytes);
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : "it is damaged or incomplete";
    throw new Error(`cannot read the program of the link: ${reason}`, { cause: error });
  }
}

async function inflated(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  let text = "";
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    text += done ? decoder.decode() : decoder.decode(value, { stream: true });
    if (text.length > MAX_CHARACTERS) {
      await reader.cancel();
      throw new RangeError(`it must have at most ${MAX_CHARACTERS} characters`);
    }
    if (done) {
      return text;
    }
  }
}
