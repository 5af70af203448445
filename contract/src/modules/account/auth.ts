import * as v from 'valibot';
import { text } from '../../kernel/index.ts';

/**
 * What a client without cookies was given as `deviceToken` by an earlier sign-in of this person on this device: its wrong tries are counted
 * by themselves, and no stranger's keep it out. In a browser an HttpOnly cookie has it.
 */
const device = v.optional(text(200), '');

/** Bodies and answers of the endpoints that are neither query nor command. */
export const LoginRequestSchema = v.object({
  instance: v.optional(text(300), ''),
  username: v.pipe(text(200), v.trim(), v.toLowerCase()),
  password: text(1000),
  twoFactorAuthenticationCode: v.optional(v.nullable(text(20)), ''),
  device,
});
export type LoginRequest = v.InferInput<typeof LoginRequestSchema>;

/** `authToken` and `accessToken` are the same bearer token; both are empty where a cookie was set. */
export const LoginAnswerSchema = v.object({
  success: v.boolean(),
  authToken: v.string(),
  accessToken: v.string(),
  csrfToken: v.string(),
  /** To be shown at the next sign-in; empty where a cookie was set. */
  deviceToken: v.optional(v.string(), ''),
});
export type LoginAnswer = v.InferOutput<typeof LoginAnswerSchema>;

export const LogoutRequestSchema = v.object({
  instance: v.optional(text(300), ''),
  username: v.optional(text(200), ''),
});

/** Query of `GET /auth/two-factor`. Names that do not exist get an answer too, each always the same. */
export const TwoFactorRequestSchema = v.object({
  username: v.pipe(text(200), v.trim(), v.toLowerCase()),
  instance: v.optional(text(300), ''),
});
export const TwoFactorAnswerSchema = v.object({ twoFactorAuthenticationIsEnabled: v.boolean() });

/** `GET /auth/sign-in-page`: what the sign-in screen of an instance shows and offers to anybody. */
export const SignInPageSchema = v.object({
  title: v.string(),
  dataProtectionUrl: v.nullable(v.string()),
  imprintUrl: v.nullable(v.string()),
  /** Whether this server can send the mail with a link to a new password. */
  passwordReset: v.boolean(),
});
export type SignInPage = v.InferOutput<typeof SignInPageSchema>;

/**
 * `POST /auth/request-reset`: mails a link to a new password to the person, if there is one of this name with an address. The answer
 * (202, `{success: true}`) comes before anybody is looked for and is the same for every name.
 */
export const ResetRequestSchema = v.object({
  instance: v.optional(text(300), ''),
  username: v.pipe(text(200), v.trim(), v.toLowerCase()),
  device,
});

export const LINK_KINDS = ['reset', 'invitation'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
const linkToken = text(200);

/** `POST /auth/link/check`: whose link this is. A link that was used, replaced or is too old is LINK_INVALID. */
export const LinkCheckSchema = v.object({ token: linkToken });
export const LinkInfoSchema = v.object({
  kind: v.picklist(LINK_KINDS),
  instance: v.object({ name: v.string(), title: v.string() }),
  userName: v.string(),
  fullName: v.string(),
  /** ISO instant. */
  expiresAt: v.string(),
});
export type LinkInfo = v.InferOutput<typeof LinkInfoSchema>;

/** `POST /auth/link/use`: sets the password, once; all sessions of the person end. Signing in follows, with its second factor. */
export const LinkUseSchema = v.object({ token: linkToken, password: text(1000) });

/** Answer where there is nothing to say but that it was done. */
export const SuccessSchema = v.object({ success: v.boolean() });

/** `authToken` is the handle of one ceremony, good for five minutes; `options` go to the browser as they are. */
export const CeremonySchema = v.object({ authToken: v.string(), options: v.record(v.string(), v.unknown()) });
export type Ceremony = v.InferOutput<typeof CeremonySchema>;

/** In which ways a signed-in person can prove who they are: the password, with a code where there is a second factor, or a passkey. */
export const ProofWaysSchema = v.object({ password: v.boolean(), code: v.boolean(), passkey: v.boolean() });
export type ProofWays = v.InferOutput<typeof ProofWaysSchema>;

const credentialId = v.pipe(text(1400), v.regex(/^[A-Za-z0-9_-]+$/));
const base64url = (max: number) => v.pipe(text(max), v.regex(/^[A-Za-z0-9_-]*$/));

/** What `navigator.credentials.create` gives, as JSON (RegistrationResponseJSON of WebAuthn, level 3). */
export const RegistrationResponseSchema = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: base64url(20_000),
    attestationObject: base64url(100_000),
    transports: v.optional(v.pipe(v.array(text(40)), v.maxLength(20))),
  }),
  authenticatorAttachment: v.optional(v.nullable(text(40))),
  clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
});

/**
 * Body of `POST /auth/verify-registration`: the device's credential response, with the ceremony's handle, which may be left out, since the
 * challenge in it is single-use too, and the name that the person gives the key.
 */
export const RegistrationVerifySchema = v.object({
  ...RegistrationResponseSchema.entries,
  authToken: v.optional(text(200)),
  name: v.optional(text(100), ''),
});
export const RegistrationAnswerSchema = v.object({ verified: v.boolean() });

/** What `navigator.credentials.get` gives, as JSON (AuthenticationResponseJSON of WebAuthn, level 3). */
export const AuthenticationResponseSchema = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: base64url(20_000),
    authenticatorData: base64url(20_000),
    signature: base64url(20_000),
    userHandle: v.optional(v.nullable(base64url(200))),
  }),
  authenticatorAttachment: v.optional(v.nullable(text(40))),
  clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** Body of `POST /auth/verify-authentication`. */
export const AuthenticationVerifySchema = v.object({
  instance: v.optional(text(300), ''),
  device,
  asseResp: AuthenticationResponseSchema,
  authToken: v.optional(text(200)),
});

/**
 * `POST /auth/proof`: proves once more, in a session, who the person is; good for five minutes in this session alone. Either the password,
 * with the code of the second factor where one is on, or what a passkey has signed for `GET /auth/generate-proof-options`. PROOF_WRONG
 * whatever was wrong; slowed like a sign-in.
 */
export const ProofRequestSchema = v.union([
  v.strictObject({ password: text(1000), code: v.optional(text(40), '') }),
  v.strictObject({ asseResp: AuthenticationResponseSchema, authToken: v.optional(text(200)) }),
]);
export type ProofRequest = v.InferOutput<typeof ProofRequestSchema>;

/** A passkey is both factors in one: the person is signed in. Tokens as in the answer to a sign-in by password. */
export const AuthenticationAnswerSchema = v.object({
  verified: v.boolean(),
  username: v.string(),
  authToken: v.string(),
  accessToken: v.string(),
  csrfToken: v.string(),
  deviceToken: v.optional(v.string(), ''),
});

/**
 * Signing in by passkey for a page of another origin. Passkeys are bound to the instance's host, so that page (the client) opens the
 * instance's own sign-in page, the same web app at `{instance}/login#` with the entries of `CodeRequestSchema` behind it, as RFC 7636 calls
 * them. The person proves themselves there, and the page goes to `{redirect}/login#` with those of `CodeAnswerSchema`. The code in it is
 * good for nothing without the verifier, which never leaves the client but to be exchanged.
 *
 * Also the body of `POST /auth/code/check`: whether this client may have a code, before anybody proves anything; ORIGIN_REFUSED where not.
 */
export const CodeRequestSchema = v.object({
  /** Origin of the client, to which the code is handed: one that the server knows, letter for letter. */
  redirect: text(300),
  /**
   * The scheme of the app in whose shell the client runs. Its pages come from the phone itself, where no browser leads: the answer goes to
   * `{app}://{host of the instance}/login#` in place of `{redirect}/login#`. One that the server knows.
   */
  app: v.optional(v.pipe(text(200), v.regex(/^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+$/))),
  instance: v.optional(text(300), ''),
  /** What the client knows its own request by again. Comes back as it was. */
  state: v.pipe(text(200), v.regex(/^[A-Za-z0-9_-]{22,}$/)),
  /** SHA-256 of the verifier, base64url. */
  code_challenge: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  code_challenge_method: v.literal('S256'),
});
export type CodeRequest = v.InferOutput<typeof CodeRequestSchema>;

/**
 * What the instance's page hands back: a code, or that the person has called it off. `iss` is the origin that it comes from (RFC 9207): an
 * answer of another instance than the one that was asked is none.
 */
export const CodeAnswerSchema = v.object({
  state: text(200),
  iss: text(300),
  code: v.optional(text(200)),
  error: v.optional(v.literal('access_denied')),
});

/**
 * `POST /auth/code`, from the instance's own page alone: a code for who has just signed a challenge with a passkey. LOGIN_FAILED and
 * USER_NOT_UNLOCKED as at any sign-in. It opens no session there.
 */
export const CodeIssueSchema = v.object({
  ...CodeRequestSchema.entries,
  asseResp: AuthenticationResponseSchema,
  authToken: v.optional(text(200)),
});
export const CodeIssuedSchema = v.object({ code: v.string() });

/**
 * `POST /auth/exchange`, from the client that the code was made for: a bearer token, in `AuthenticationAnswerSchema`. A code is good once,
 * for two minutes, whether or not all else is right. Whatever is wrong is LOGIN_FAILED. One that comes a second time ends the session
 * that it began (RFC 6749, 4.1.2).
 */
export const CodeExchangeSchema = v.object({
  instance: v.optional(text(300), ''),
  device,
  code: text(200),
  code_verifier: v.pipe(text(128), v.regex(/^[A-Za-z0-9._~-]{43,}$/)),
});

/** What an instance says of itself to anybody: the existence check. */
export const InstanceInfoSchema = v.object({ name: v.string(), title: v.string(), version: v.string() });
export type InstanceInfo = v.InferOutput<typeof InstanceInfoSchema>;

/** Served beside the web app: on which domains a typed instance name is tried. Operators write it by hand too: one domain or several. */
export const ClientConfigurationSchema = v.object({
  instanceDomains: v.union([
    v.array(v.string()),
    v.pipe(
      v.string(),
      v.transform((domain) => [domain]),
    ),
  ]),
  version: v.optional(v.string(), ''),
});
export type ClientConfiguration = v.InferOutput<typeof ClientConfigurationSchema>;

/** Where and as whom the real-time channel is opened; one ticket a connection. */
export const PongConfigurationSchema = v.object({
  pongHost: v.optional(v.string()),
  port: v.optional(v.number()),
  username: v.optional(v.string()),
  password: v.optional(v.string()),
  vhost: v.optional(v.string()),
  /** The server does not see the connection: a client in the foreground says so by `presence.beat`. */
  isUnseen: v.optional(v.boolean()),
});
export type PongConfiguration = v.InferOutput<typeof PongConfigurationSchema>;
