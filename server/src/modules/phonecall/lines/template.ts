import { escapeXml } from './rules.ts';

/** What 3CX puts in the place of these when it reports a call that is over. */
const REPORTED = [
  'CallType',
  'CallDirection',
  'Number',
  'Name',
  'Agent',
  'AgentEmail',
  'Duration',
  'DateTime',
] as const;

/**
 * The template of a CRM that an administrator uploads to a 3CX system: it asks who a number is by GET, and reports calls that are over by POST,
 * both to `address`.
 */
export function threecxTemplate(title: string, address: string): string {
  const url = escapeXml(address);
  const values = REPORTED.map((name) => `          <Value Key="${name}" Type="String">[${name}]</Value>`).join('\n');
  const outputs = ['FirstName', 'LastName', 'CompanyName', 'PhoneBusiness', 'EntityId', 'EntityType']
    .map((name) => `          <Output Type="${name}" Passes="1"><Value>[${name}]</Value></Output>`)
    .join('\n');
  const variables = ['FirstName', 'LastName', 'CompanyName', 'PhoneBusiness', 'EntityId', 'EntityType']
    .map((name) => `          <Variable Name="${name}" LookupMethod="JSON" Path="contacts.0.${name}"/>`)
    .join('\n');
  return `<?xml version="1.0" encoding="utf-8"?>
<Crm xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" Country="DE" Name="Kontor ${escapeXml(title)}" Version="1" SupportsEmojis="false">
  <Number Prefix="Plus" MaxLength="[MaxLength]"/>
  <Connection MaxConcurrentRequests="4"/>
  <Parameters>
    <Parameter Name="MaxLength" Type="String" Parent="General Configuration" Editor="String" Title="Digits of a number" Default="15"/>
    <Parameter Name="ReportCallEnabled" Type="Boolean" Editor="String" Title="Report calls" Default="True"/>
  </Parameters>
  <Authentication Type="No"/>
  <Scenarios>
    <Scenario Id="" Type="REST">
      <Request SkipIf="" Url="${url}?number=[Number]" MessagePasses="0" RequestEncoding="UrlEncoded" RequestType="Get" ResponseType="Json"/>
      <Rules>
        <Rule Type="Any">contacts.0.EntityId</Rule>
      </Rules>
      <Variables>
${variables}
      </Variables>
      <Outputs AllowEmpty="false">
${outputs}
      </Outputs>
    </Scenario>
    <Scenario Id="ReportCall" Type="REST">
      <Request SkipIf="[ReportCallEnabled]!=True" Url="${url}" MessagePasses="0" RequestContentType="application/json" RequestEncoding="Json" RequestType="Post" ResponseType="Json">
        <PostValues>
${values}
        </PostValues>
      </Request>
    </Scenario>
  </Scenarios>
</Crm>
`;
}
