import { use, type ComponentProps, type ReactNode } from 'react';
import { HotkeyContext } from './hotkeys.ts';
import type { IconName } from './icon-names.ts';

/** One icon of the sprite; decoration unless `label` says what it means. */
export function Icon({
  name,
  fill = false,
  small = false,
  label,
}: {
  name: IconName;
  fill?: boolean;
  small?: boolean;
  label?: string;
}) {
  return (
    <svg
      className={small ? 'icon icon-s' : 'icon'}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <use href={`#i-${name}${fill ? '-fill' : ''}`} />
    </svg>
  );
}

type ButtonKind = 'normal' | 'primary' | 'danger' | 'plain';

/** Push button with a text, and an icon in front where one is given. */
export function Button({
  kind = 'normal',
  icon,
  children,
  ...rest
}: ComponentProps<'button'> & { kind?: ButtonKind; icon?: IconName }) {
  return (
    <button type="button" className="button" data-kind={kind} {...rest}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}

/** Button that is only an icon; `label` is read out and, with the key where there is one, shown on hovering. `hotkey`: the usual one. */
export function IconButton({
  icon,
  label,
  hotkey,
  fill,
  ...rest
}: ComponentProps<'button'> & { icon: IconName; label: string; hotkey?: string; fill?: boolean }) {
  const nameOf = use(HotkeyContext);
  const key = hotkey === undefined ? '' : nameOf(hotkey);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-keyshortcuts={key === '' ? undefined : key.replaceAll(' ', '+')}
      title={key === '' ? label : `${label} (${key})`}
      {...rest}
    >
      <Icon name={icon} fill={fill ?? false} />
    </button>
  );
}

/** A state of a whole pane: empty, failed, not found. `whole`: of the page, which has no other heading. */
export function StatePage({
  icon,
  title,
  children,
  action,
  whole = false,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  whole?: boolean;
}) {
  const Heading = whole ? 'h1' : 'h2';
  return (
    <div className="state-page">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {children === undefined ? null : <p>{children}</p>}
      {action}
    </div>
  );
}

/** Thin line at the top of its pane; shows itself only after 200 ms. */
export function LoadingLine({ shown }: { shown: boolean }) {
  return shown ? <div className="bar-line" aria-hidden="true" /> : null;
}

/** Message inside a form or page. */
export function Callout({
  tone = 'plain',
  icon,
  children,
  action,
}: {
  tone?: 'plain' | 'fault' | 'good';
  icon?: IconName;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="callout" data-tone={tone} role={tone === 'fault' ? 'alert' : 'status'}>
      {icon === undefined ? null : <Icon name={icon} />}
      <div>{children}</div>
      {action}
    </div>
  );
}

/** Placeholder with the shape of what comes. */
export function SkeletonBlock({ width, height = 12 }: { width: number | string; height?: number }) {
  return <div className="skeleton" style={{ width, height }} />;
}
