import {
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  isSpanContextValid,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span, Tracer } from './tracer.ts';

const PARENT = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/;
/** A collector that is away must not hold a server that stops. */
const MAX_CLOSING_MS = 3000;

/** Tells a collector at `endpoint` by OTLP over HTTP. Loaded only where one is named. */
export function openTracer(endpoint: string, version: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5000 });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'kontor', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000, maxQueueSize: 4096 })],
  });
  const tracer = provider.getTracer('kontor', version);
  return {
    begin: (name, facts = {}, traceparent = '') =>
      wrap(tracer, tracer.startSpan(name, { attributes: facts }, contextOf(traceparent))),
    async close() {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, MAX_CLOSING_MS).unref();
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

function contextOf(traceparent: string): Context {
  const [, traceId = '', spanId = ''] = PARENT.exec(traceparent) ?? [];
  const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function wrap(tracer: OtelTracer, span: OtelSpan): Span {
  const { traceId, spanId } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    child: (name, facts = {}) =>
      wrap(tracer, tracer.startSpan(name, { attributes: facts }, trace.setSpan(ROOT_CONTEXT, span))),
    describe(name, facts = {}) {
      span.updateName(name);
      span.setAttributes(facts);
    },
    end(failed = false) {
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
