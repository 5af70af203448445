import type { AppointmentDetail } from '@kontor/contract/appointment';
import type { MailDetail } from '@kontor/contract/mail';
import { expect } from 'vitest';
import { runSql } from '../../../../platform/db/testing.ts';
import { hastenJobs } from '../../../../platform/jobs/enqueue.ts';
import { startDns } from '../../../../platform/mailcheck/testing/dns.ts';
import { signingDomain } from '../../../../platform/mailcheck/testing/signing-domain.ts';
import { ScriptedPeer } from '../../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { openFixture, type Fixture } from '../../writing/testing/fixture.ts';

export const PAUL = 'paul.neumann@werft.example';
export const EVA = 'eva@werft.example';
export const EMIL = 'emil@nordwerk.example';
export const SOON = { interval: 100 };
/** When appointments of these tests are, and as calendars have it. */
export const TIMES = { startDate: '2030-12-03T09:00:00', endDate: '2030-12-03T10:00:00' };

/** A mail about an appointment that comes to Emil's mailbox. */
export interface FromOutside {
  readonly uid: string;
  readonly method: string;
  readonly from?: string;
  readonly isSigned?: boolean;
  readonly sequence?: number;
  /** Lines of its VEVENT. */
  readonly lines: readonly string[];
}

/** Emil, who sends and receives, and people outside, whose domain signs what they send. */
export interface Outside {
  readonly fixture: Fixture;
  readonly peer: ScriptedPeer;
  /** Has a mail come, and be looked at to the end. Returns its id. */
  readonly come: (mail: FromOutside) => Promise<string>;
  readonly create: (given?: object) => Promise<{ readonly id: string; readonly uid: string }>;
  readonly detailsOf: (aggregateId: string, by?: TestClient) => Promise<AppointmentDetail>;
  /** Has those outside told what is to be told. */
  readonly gathered: (uid: string) => Promise<void>;
  readonly uidOf: (aggregateId: string) => Promise<string>;
  close(): Promise<void>;
}

export const entryOf = (aggregateId: string): number => (JSON.parse(aggregateId) as { entryId: number }).entryId;
const basic = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

export async function openOutside(): Promise<Outside> {
  const werft = signingDomain('werft.example');
  const dns = await startDns(new Map(werft.records));
  const fixture = await openFixture({ KONTOR_DNS: dns.address });
  const { emil, own, server, instance } = fixture;
  const peer = await ScriptedPeer.start();
  const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
  await emil.command('mail.updateSending', { accountId: own.accountId, sending });
  const sql = (text: string) => runSql(server.url, text);
  const noJobs = (where: string) =>
    expect.poll(() => sql(`select key from graphile_worker._private_jobs where ${where}`), SOON).toEqual([]);
  let count = 0;

  const come = async ({ uid, method, from = PAUL, isSigned = true, sequence = 0, lines }: FromOutside) => {
    count += 1;
    const raw = [
      `From: ${from}`,
      `To: ${EMIL}`,
      `Subject: Termin ${count}`,
      `Date: ${new Date().toUTCString()}`,
      `Message-ID: <termin${count}@werft.example>`,
      `Content-Type: text/calendar; method=${method}; charset=utf-8`,
      '',
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `METHOD:${method}`,
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `SEQUENCE:${sequence}`,
      `DTSTAMP:${basic(Date.now() - 60_000 + count * 1000)}`,
      ...lines,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    const mail = await fixture.deliver(isSigned ? await werft.sign(raw) : raw, own.boxId);
    const verdict = async () =>
      (await emil.query<MailDetail>('mail.details', { aggregateId: mail })).authentication?.verdict;
    await expect.poll(verdict, SOON).toBe(isSigned ? 'confirmed' : 'failed');
    await noJobs(`key like 'mail.%:${entryOf(mail)}' and attempts < max_attempts`);
    return mail;
  };
  const uidOf = async (aggregateId: string): Promise<string> =>
    ((await sql(`select uid from appointment where appointment_id = ${entryOf(aggregateId)}`))[0] as { uid: string })
      .uid;
  const gathered = async (uid: string): Promise<void> => {
    const key = `appointment.invite:${instance.id}:${uid}`;
    await hastenJobs(server.platform.database, [key]);
    await noJobs(`key = '${key}'`);
  };
  return {
    fixture,
    peer,
    come,
    uidOf,
    gathered,
    detailsOf: (aggregateId, by = emil) => by.query<AppointmentDetail>('appointment.details', { aggregateId }),
    create: async (given = {}) => {
      const { aggregateId: id } = await emil.command<{ aggregateId: string }>('appointment.create', {
        title: 'Wartung',
        ...TIMES,
        participants: [{ address: PAUL, name: 'Paul Neumann' }],
        ...given,
      });
      const uid = await uidOf(id);
      await gathered(uid);
      return { id, uid };
    },
    close: async () => {
      await fixture.close();
      await peer.close();
      await dns.close();
    },
  };
}
