import { phonecallQueries, type PhonecallDetail } from '@kontor/contract/phonecall';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { whileLong } from '../../../shell/failures/while-long.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Button, Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { clockOf } from '../row/rules.ts';
import { texts } from './texts.ts';

/** Only who listens needs it. */
const Wave = lazily(() => import('./wave.tsx').then((module) => module.Wave));
const Bytes = lazily(() => import('../../../shell/viewer/viewer.tsx').then((module) => module.Bytes));

/** Speeds at which a voice message is heard. */
const SPEEDS = [1, 1.25, 1.5, 2] as const;

/** The fax or the voice message of a call, where there is one. */
export function CallFile({ details }: { details: PhonecallDetail }) {
  const t = useTexts(texts);
  const client = useClient();
  const download = useDownload(details);
  const { aggregateId, file, outcome } = details;
  if (file === null) return outcome === 'voice' ? <Callout icon="voicemail">{t.voiceNone}</Callout> : null;
  if (file.type.startsWith('audio/')) return <VoicePlayer key={aggregateId} details={details} onDownload={download} />;
  return (
    <section className="call-fax viewer" aria-label={t.fax}>
      <Suspense>
        <Bytes
          key={aggregateId}
          name={file.name}
          fetch={(signal) => client.ask.bytes(phonecallQueries.preview, { aggregateId }, { signal })}
          onDownload={download}
        />
      </Suspense>
    </section>
  );
}

/** Hands the file of a call to the browser as a download, and says so where that fails. */
function useDownload({ aggregateId, file }: PhonecallDetail): () => void {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const run = async (): Promise<void> => {
    const name = file?.name ?? '';
    try {
      const bytes = client.ask.bytes(phonecallQueries.file, { aggregateId });
      await saveFile(await whileLong(notices, t.downloading(name), bytes), name);
    } catch {
      notices.show({ text: t.downloadFailed, tone: 'fault', action: { label: t.retry, run: () => void run() } });
    }
  };
  return () => void run();
}

/** Plays a voice message. Its bytes are asked for in the person's own session, once it is to be heard. */
function VoicePlayer({ details, onDownload }: { details: PhonecallDetail; onDownload: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const audio = useRef<HTMLAudioElement>(null);
  const [sound, setSound] = useState<{ readonly bytes: Blob; readonly address: string }>();
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(details.duration);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  const { aggregateId } = details;
  const address = sound?.address;
  useEffect(() => () => (address === undefined ? undefined : URL.revokeObjectURL(address)), [address]);
  useEffect(() => {
    if (audio.current !== null) audio.current.playbackRate = speed;
  });
  const play = async (): Promise<void> => {
    setFailed(false);
    try {
      if (address === undefined) {
        const bytes = await client.ask.bytes(phonecallQueries.file, { aggregateId });
        setSound({ bytes, address: URL.createObjectURL(bytes) });
        // The element plays by itself once it has something to play.
        setPlaying(true);
      } else await audio.current?.play();
    } catch {
      setPlaying(false);
      setFailed(true);
    }
  };
  const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
  return (
    <section className="call-voice" aria-label={t.voice}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what was said but in the reason beneath */}
      <audio
        ref={audio}
        src={address}
        autoPlay
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.playbackRate = speed;
          if (Number.isFinite(currentTarget.duration)) setLength(currentTarget.duration);
        }}
        onError={() => {
          if (address !== undefined) setFailed(true);
          setPlaying(false);
        }}
      />
      <button
        type="button"
        className="call-play"
        aria-label={isPlaying ? t.pause : t.play}
        onClick={() => (isPlaying ? audio.current?.pause() : void play())}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} fill />
      </button>
      <span className="call-track">
        {sound === undefined ? null : (
          <Suspense>
            <Wave bytes={sound.bytes} at={at} length={length} />
          </Suspense>
        )}
        <input
          type="range"
          aria-label={t.position}
          aria-valuetext={t.of(clockOf(at), clockOf(length))}
          min={0}
          max={Math.max(1, Math.round(length))}
          step={1}
          value={Math.round(at)}
          disabled={address === undefined}
          onChange={({ currentTarget }) => {
            const seconds = Number(currentTarget.value);
            if (audio.current !== null) audio.current.currentTime = seconds;
            setAt(seconds);
          }}
        />
      </span>
      <span className="call-position">
        {clockOf(at)} / {clockOf(length)}
      </span>
      <Button aria-label={t.speed(String(speed).replace('.', ','))} onClick={() => setSpeed(next)}>
        {String(speed).replace('.', ',')}×
      </Button>
      <IconButton icon="download-simple" label={t.download} onClick={onDownload} />
      {hasFailed ? (
        <p className="call-voice-fault" role="alert">
          {t.voiceFailed}
        </p>
      ) : null}
    </section>
  );
}
