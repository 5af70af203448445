import { useEffect, useState } from 'react';
import { barsPlayed, loudness } from './wave-rules.ts';

const BARS = 84;
/** Of what is larger no wave is drawn: taking it apart would cost a phone more than it tells. */
const MAX_BYTES = 12 * 1024 * 1024;
/** Samples a second: enough to see where somebody speaks. */
const RATE = 8000;

/** How loud a sound is over its time; undefined where the browser cannot take it apart. */
async function loudnessOf(bytes: Blob): Promise<readonly number[] | undefined> {
  if (bytes.size > MAX_BYTES) return undefined;
  try {
    const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await bytes.arrayBuffer());
    return loudness(sound.getChannelData(0), BARS);
  } catch {
    return undefined;
  }
}

/** The wave of a voice message, as far as it was heard in another colour. Decoration: the slider over it says where it is. */
export function Wave({ bytes, at, length }: { bytes: Blob; at: number; length: number }) {
  const [heights, setHeights] = useState<readonly number[]>();
  useEffect(() => {
    let isOver = false;
    void loudnessOf(bytes).then((found) => isOver || setHeights(found));
    return () => {
      isOver = true;
    };
  }, [bytes]);
  if (heights === undefined) return null;
  const played = barsPlayed(at, length, BARS);
  return (
    <svg className="call-wave" viewBox={`0 0 ${BARS * 5} 32`} preserveAspectRatio="none" aria-hidden="true">
      {heights.map((loud, bar) => {
        const height = 3 + loud * 27;
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
            key={bar}
            data-played={bar < played}
            x={bar * 5 + 1}
            y={16 - height / 2}
            width={3}
            height={height}
            rx={1.5}
          />
        );
      })}
    </svg>
  );
}
